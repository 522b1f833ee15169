import { SECOND } from '../../contract/time.ts'
import type { Config } from '../config.ts'
import { type SendMail, throwNotSent } from './sender.ts'

export type SmtpSettings = Pick<Config, 'smtpUrl' | 'mailFrom'>

/** Shorter than a request waits for a mail (`withSendTimeout`), so that the person hears if the mail server is away. */
const STEP_TIMEOUT_MS = 4 * SECOND
const TIMEOUT_MS = 10 * SECOND
const MAX_WORDS = 300

/** Any mail server: `smtps://user:password@host`, or `smtp://…`, which switches to TLS if the server offers it. */
export function smtpSender({ smtpUrl, mailFrom }: SmtpSettings): SendMail {
  // Imported at the start: an upgrade removes packages under a running server, and Node remembers a failed import.
  const mailer = import('nodemailer')
  mailer.catch(() => {})
  return async ({ to, subject, text }) => {
    const transport = openTransport(await mailer, smtpUrl)
    const message = {
      from: mailFrom,
      // An object is one recipient, whatever its text contains; a string could name several.
      to: { name: '', address: to },
      subject,
      text,
      // This header stops automatic replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    await transport.sendMail(message).catch(withoutEmail)
  }
}

function openTransport({ createTransport }: typeof import('nodemailer'), url: string) {
  return createTransport({
    url,
    requireTLS: mustBeEncrypted(url),
    // A freshly installed mail server offers TLS with a self-signed certificate. On this machine nobody can listen in
    // between.
    tls: { rejectUnauthorized: !isOnThisMachine(url) },
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}

/** An attacker between here and the mail server could remove its offer of TLS and read the password. */
function mustBeEncrypted(url: string): boolean {
  const { protocol, username } = new URL(url)
  return protocol === 'smtp:' && username !== '' && !isOnThisMachine(url)
}

function isOnThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

const CONNECTION_FAILED = new Set(['ESOCKET', 'ECONNECTION', 'EDNS', 'ETLS', 'ETIMEDOUT'])

type MailError = Error & { code?: string; responseCode?: number; response?: string }

/** Mail servers often repeat the recipient in their error, and an e-mail address does not belong in the log. */
function withoutEmail({ code = '', responseCode, response, message }: MailError): never {
  if (code === 'EABORT') {
    const late = new Error(`The mail server failed: no answer within ${TIMEOUT_MS / SECOND} seconds`)
    throwNotSent(Object.assign(late, { mayHaveArrived: true }))
  }
  const reason = CONNECTION_FAILED.has(code) && !response ? message : responseCode
  const text = `The mail server failed: ${[code, reason].filter(Boolean).join(' ') || 'no reason given'}`
  throwNotSent(Object.assign(new Error(text), { words: response?.slice(0, MAX_WORDS) }))
}
