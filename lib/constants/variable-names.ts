/** Names of variables stand in braces in prompts. */
export const variableNamePattern = /^[^\s{}]*$/;
export const variableNameRule = "Names can't contain spaces or braces.";
