from hotlint.heat_types.heat._deployments import INPUT_NOTES, Deployments


class StructuredDeployment(Deployments):
    """OS::Heat::StructuredDeployment: a server that takes software configuration."""

    types = ("OS::Heat::StructuredDeployment",)
    takes_inputs = True
    update_notes = INPUT_NOTES
