declare module '*.json?compiled' {
  const messages: import('./i18n/messages.ts').Messages
  export default messages
}
