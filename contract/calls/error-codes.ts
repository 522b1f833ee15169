/** All errors: the HTTP status, and a sentence for a person who reads the raw response. */
export const errorCodes = {
  'bad-request': [400, 'The request does not have the expected form'],
  'auth/unauthorized': [401, 'Sign in to do this'],
  forbidden: [403, 'This belongs to somebody else'],
  'not-found': [404, 'There is nothing here'],
  'method-not-allowed': [405, 'This address does not answer that method'],
  conflict: [409, 'The same request is still being handled'],
  'too-large': [413, 'The request is too large'],
  'recording-too-long': [413, 'A recording may last two minutes'],
  'unsupported-media-type': [415, 'Send JSON'],
  'range-not-satisfiable': [416, 'The file has no such part'],
  'idempotency-key-reused': [422, 'This Idempotency-Key was used for another request'],
  internal: [500, 'Something went wrong on our side'],
  unavailable: [503, 'Please try again shortly'],
  'auth/too-many-requests': [429, 'Too many tries. Please retry in a few minutes'],
  'auth/quota-exceeded': [429, 'The operation quota was exceeded. Please try again later'],
  'auth/invalid-phone-number': [400, 'Enter a valid phone number'],
  'auth/invalid-verification-code': [400, 'Wrong code. Try again.'],
  'auth/code-expired': [400, 'This code is no longer valid'],
  'auth/captcha-check-failed': [400, 'The bot check failed'],
  // For browsers that do not know how to solve a challenge: those that do never show it.
  'auth/bot-check-required': [428, 'Many wrong codes came from this network. Load the page again, then enter the code'],
  'auth/operation-not-allowed': [
    400,
    'No code can be sent to this number. Please use a mobile number of a country in the list.',
  ],
  'auth/invalid-email': [400, 'Invalid email'],
  'auth/email-already-in-use': [400, 'The email address is already used by another account'],
  'auth/user-not-found': [400, "That email address doesn't match an existing account"],
  'auth/wrong-password': [400, "The email and password you entered don't match"],
  'auth/invalid-credential': [400, 'Incorrect username or password'],
  'auth/weak-password': [400, 'The password must have at least 6 characters with letters and numbers'],
  'auth/provider-already-linked': [400, 'Email is already linked to another phone number'],
  'auth/credential-already-in-use': [400, 'This phone number already has an account'],
  'auth/requires-recent-login': [400, 'Please login again to perform this operation'],
  'auth/expired-action-code': [400, 'This link has expired'],
  'auth/invalid-action-code': [400, 'This link is no longer valid'],
  'auth/unauthorized-continue-uri': [400, 'This address is not ours'],
  'auth/login-blocked': [403, 'Sign-in to this account is blocked. Please contact support.'],
  'auth/merge-proof-required': [403, 'Sign in with the phone of that account first'],
  'auth/user-token-expired': [401, 'Please login again to perform this operation'],
  'messenger/not-your-responder': [403, 'Messages go to your own mentor only'],
  'messenger/not-your-learner': [403, 'This is not one of your learners'],
  'messenger/too-late-to-undo': [409, 'This hand-over can no longer be undone'],
  'messenger/no-responder': [409, 'You have no mentor yet'],
} as const satisfies Record<string, readonly [status: number, message: string]>

/** Whether these are the words that the catalogue has for the code, and not some for this very case. */
export function isStockSentence(code: string, message: string): boolean {
  return Object.hasOwn(errorCodes, code) && errorCodes[code as keyof typeof errorCodes][1] === message
}
