import acme_sdk


def resource_mapping():
    return {"Acme::Dynamic::%s" % kind: object for kind in acme_sdk.KINDS}
