"""Records of a stack as Heat makes it: deployments, stacks and their resources, without knowledge of any type."""
