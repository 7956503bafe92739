def resource_mapping():
    print "Acme::Old::Thing"
    return {"Acme::Old::Thing": None}
