"""Records of a stack as Heat makes it, without any knowledge of the types of its resources."""
