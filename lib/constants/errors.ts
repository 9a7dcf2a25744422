/** Error texts of the client. */
export const errorText = {
  requestFailed: "An unexpected error occurred, please contact support.",
  notJson: "An error occurred",
  invalidJson: "An error occurred parsing response",
  teamSwitch: "An error occurred when switching teams",
  getWithBody: "A GET call may not carry a body",
} as const;
