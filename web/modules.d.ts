declare module '*.json?doors' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?inside' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?media' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?account' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?recorder' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?messages' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?push' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}
