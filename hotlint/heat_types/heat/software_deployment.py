from hotlint.heat_types.heat._deployments import INPUT_NOTES, Deployments


class SoftwareDeployment(Deployments):
    """OS::Heat::SoftwareDeployment: a server that takes software configuration."""

    types = ("OS::Heat::SoftwareDeployment",)
    takes_inputs = True
    update_notes = INPUT_NOTES
