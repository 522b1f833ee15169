import { notHandedOver, type SendMail } from './sender.ts'

const STEP_TIMEOUT_MS = 5000
const TIMEOUT_MS = 10_000

/** Any mail server: `smtps://user:password@host`, or `smtp://…`, which goes over to TLS where the server offers it. */
export function smtpSender({ smtpUrl, from }: { smtpUrl: string; from: string }): SendMail {
  return async ({ to, subject, text }) => {
    const transport = await openTransport(smtpUrl)
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

/** Fetched when the first mail goes out: most processes never send one. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    requireTLS: mustBeEncrypted(url),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}

/** A password must not be read on the way because somebody there left the offer of TLS out. */
function mustBeEncrypted(url: string): boolean {
  const { protocol, username, hostname } = new URL(url)
  return protocol === 'smtp:' && username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** What a mail server says often repeats the address, which has no place in the log. */
function withoutAddress({ code, responseCode }: Error & { code?: string; responseCode?: number }): never {
  notHandedOver(
    new Error(`The mail server failed: ${[code, responseCode].filter(Boolean).join(' ') || 'no reason given'}`),
  )
}
