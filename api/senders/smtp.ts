import { notHandedOver, type SendMail } from './sender.ts'

const STEP_TIMEOUT_MS = 5000
const TIMEOUT_MS = 10_000

/** Any mail server: `smtps://user:password@host`, or `smtp://…`, which goes over to TLS where the server offers it. */
export function smtpSender({ smtpUrl, from }: { smtpUrl: string; from: string }): SendMail {
  // At the start: an upgrade takes packages away under a server that runs, and Node remembers an import that failed.
  const mailer = import('nodemailer')
  mailer.catch(() => {})
  return async ({ to, subject, text }) => {
    const transport = openTransport(await mailer, smtpUrl)
    const message = {
      from,
      // As an object it is one address, whatever stands in it.
      to: { name: '', address: to },
      subject,
      text,
      // So that nobody's out-of-office note answers.
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    await transport.sendMail(message).catch(withoutAddress)
  }
}

function openTransport({ createTransport }: typeof import('nodemailer'), url: string) {
  return createTransport({
    url,
    requireTLS: mustBeEncrypted(url),
    // A mail server as it is installed offers TLS with a certificate of its own. On this machine nobody stands between.
    tls: { rejectUnauthorized: !isOnThisMachine(url) },
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}

/** Somebody on the way could leave out the server's offer of TLS, and read the password. */
function mustBeEncrypted(url: string): boolean {
  const { protocol, username } = new URL(url)
  return protocol === 'smtp:' && username !== '' && !isOnThisMachine(url)
}

function isOnThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

const CONNECTION_FAILED = new Set(['ESOCKET', 'ECONNECTION', 'EDNS', 'ETLS', 'ETIMEDOUT'])

type MailError = Error & { code?: string; responseCode?: number; response?: string }

/** A mail server's own words often repeat the address of a person, which has no place in the log. */
function withoutAddress({ code = '', responseCode, response, message }: MailError): never {
  const reason = CONNECTION_FAILED.has(code) && !response ? message : responseCode
  notHandedOver(new Error(`The mail server failed: ${[code, reason].filter(Boolean).join(' ') || 'no reason given'}`))
}
