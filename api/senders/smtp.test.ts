import { execFileSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { smtpSender } from './smtp.ts'

const MAIL = {
  to: 'noura@example.org',
  subject: 'كلمة مرور جديدة',
  text: 'فتح الرابط:\nhttps://learn.example.org/reset-password#abc',
  link: 'https://learn.example.org/reset-password#abc',
}
const FROM = 'خطوة بخطوة <steps@learn.example.org>'

/** A mail server that accepts everything, except the commands with a configured reply. */
let server: {
  port: number
  net: Server
  sockets: Set<Socket>
  said: string[]
  mails: string[]
  answers: Answers
  /** With this, the server offers STARTTLS. */
  certificate?: SecureContext
}
type Answers = Partial<Record<'CONNECT' | 'AUTH' | 'RCPT' | 'DATA' | '.', string | undefined>>

beforeEach(async () => {
  const net = createServer(talk)
  await new Promise<void>(resolve => net.listen(0, '127.0.0.1', resolve))
  const { port } = net.address() as AddressInfo
  server = { port, net, sockets: new Set(), said: [], mails: [], answers: {} }
})
afterEach(async () => {
  for (const socket of server.sockets) socket.destroy()
  await new Promise(resolve => server.net.close(resolve))
})

describe('Mail by SMTP', () => {
  test('arrives unchanged at its recipient only', async () => {
    await send()
    expect(server.said).toContain('RCPT TO:<noura@example.org>')
    expect(server.said).toContain('MAIL FROM:<steps@learn.example.org>')
    const [mail] = server.mails as [string]
    expect(headerOf(mail, 'To')).toBe('noura@example.org')
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
    expect(decodedWords(headerOf(mail, 'Subject'))).toBe(MAIL.subject)
    expect(bodyOf(mail)).toBe(MAIL.text)
  })

  test('uses the user and the password of the URL, decoded', async () => {
    await send({}, 'steps%40learn:p%23ss%20word@')
    const [, credential] = (server.said.find(line => line.startsWith('AUTH PLAIN')) as string).split('PLAIN ')
    expect(Buffer.from(credential as string, 'base64').toString()).toBe('\0steps@learn\0p#ss word')
  })

  test('gets no further header and no further recipient from its text', async () => {
    await send({ subject: 'x\r\nBcc: yousef@example.org\r\n\r\nBody' })
    await send({ to: 'noura@example.org\r\nBcc: yousef@example.org' }).catch(() => undefined)
    await send({ to: 'noura@example.org>\r\nRCPT TO:<yousef@example.org' }).catch(() => undefined)
    await send({ to: 'noura@example.org, yousef@example.org' }).catch(() => undefined)
    expect(server.said.filter(line => /^RCPT/.test(line) && /yousef@example.org>$/.test(line))).toEqual([])
    for (const mail of server.mails) expect(headerOf(mail, 'Bcc')).toBe('')
  })

  test('is not sent unencrypted with a password to a server elsewhere', async () => {
    // 0.0.0.0 is this machine, too, but is not on the list of local names.
    const sending = smtpSender({ smtpUrl: `smtp://user:password@0.0.0.0:${server.port}`, mailFrom: FROM })(MAIL)
    await expect(sending).rejects.toMatchObject({ code: 'unavailable' })
    expect(server.said.join()).toMatch(/EHLO/)
    expect(server.said.join()).not.toContain('AUTH')
    expect(server.mails).toEqual([])
  })
})

describe('A mail server with a self-signed certificate', () => {
  beforeEach(() => {
    server.certificate = selfSigned()
  })

  test.each(['localhost', '127.0.0.1'])('accepts mail by STARTTLS on this machine, as %s', async host => {
    await smtpSender({ smtpUrl: `smtp://user:password@${host}:${server.port}`, mailFrom: FROM })(MAIL)
    expect(server.said).toContain('STARTTLS')
    expect(server.mails.map(bodyOf)).toEqual([MAIL.text])
  })

  test('gets no mail if it is elsewhere, and the log says why', async () => {
    const sending = smtpSender({ smtpUrl: `smtp://0.0.0.0:${server.port}`, mailFrom: FROM })(MAIL)
    const error = await sending.catch(error => error)
    expect(error).toMatchObject({ code: 'unavailable', status: 503 })
    expect(error.cause.message).toMatch(/^The mail server failed: \w+ .*self.signed certificate/)
    expect(server.mails).toEqual([])
  })
})

describe('A mail server that fails', () => {
  test.each<[string, Answers]>([
    ['is full', { CONNECT: '421 Too busy' }],
    ['does not know the password', { AUTH: '535 Bad credentials' }],
    ['does not know the address', { RCPT: '550 No such user noura@example.org' }],
    ['refuses the text', { '.': '554 Spam' }],
  ])('and %s gives an error, without an e-mail address in the reason', async (_, answers) => {
    server.answers = answers
    const error = await send({}, 'user:password@').catch(error => error)
    expect(error).toMatchObject({ code: 'unavailable', status: 503, retryAfter: expect.any(Number) })
    expect(`${error.message} ${error.cause}`).not.toMatch(/noura|example/)
  })

  test('and does not answer gives an error in the log', async () => {
    server.net.close()
    const error = await send().catch(error => error)
    expect(error).toMatchObject({ code: 'unavailable', status: 503 })
    expect(error.cause.message).toContain(`connect ECONNREFUSED 127.0.0.1:${server.port}`)
  })

  test('and stops answering is given up', async () => {
    server.answers = { CONNECT: undefined }
    await expect(send()).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  })
})

function send(changes: Partial<typeof MAIL> = {}, credential = ''): Promise<void> {
  const smtpUrl = `smtp://${credential}127.0.0.1:${server.port}`
  return smtpSender({ smtpUrl, mailFrom: FROM })({ ...MAIL, ...changes })
}

/** The part of RFC 5321 that one mail needs. */
async function talk(socket: Socket): Promise<void> {
  server.sockets.add(socket)
  const say = (command: keyof Answers, usual: string) => {
    const answer = command in server.answers ? server.answers[command] : usual
    if (answer) socket.write(`${answer}\r\n`)
  }
  if (!(socket instanceof TLSSocket)) say('CONNECT', '220 mail.example ESMTP')
  socket.on('error', () => socket.destroy())
  let mail: string[] | undefined
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    if (mail && line !== '.') mail.push(line)
    else if (mail) {
      server.mails.push(mail.join('\n'))
      mail = undefined
      say('.', '250 Taken')
    } else {
      server.said.push(line)
      if (/^EHLO/i.test(line)) socket.write(capabilities(socket))
      else if (server.certificate && /^STARTTLS/i.test(line)) return goOverToTls(socket)
      else if (/^AUTH/i.test(line)) say('AUTH', '235 Welcome')
      else if (/^RCPT/i.test(line)) say('RCPT', '250 Fine')
      else if (/^DATA/i.test(line)) {
        mail = []
        say('DATA', '354 Go on')
      } else socket.write('250 Fine\r\n')
    }
  }
}
function capabilities(socket: Socket): string {
  const canGoOverToTls = server.certificate && !(socket instanceof TLSSocket)
  return `250-mail.example\r\n250-8BITMIME\r\n${canGoOverToTls ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN\r\n`
}

function goOverToTls(socket: Socket): void {
  socket.write('220 Go on\r\n')
  talk(new TLSSocket(socket, { isServer: true, secureContext: server.certificate as SecureContext }))
}

/** A certificate as a mail server makes one when it is installed. */
function selfSigned(): SecureContext {
  const words = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-subj', '/CN=debian']
  const pem = execFileSync('openssl', ['req', ...words, '-keyout', '-', '-out', '-'], { stdio: 'pipe' })
  return createSecureContext({ key: pem, cert: pem })
}

/** A header in one line; empty if there is none. */
function headerOf(mail: string, name: string): string {
  const [head = ''] = mail.split('\n\n', 1)
  const unfolded = head.replace(/\n[ \t]+/g, ' ').split('\n')
  return unfolded.find(line => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))?.slice(name.length + 2) ?? ''
}

function decodedWords(header: string): string {
  const words = [...header.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)]
  const bytes = words.map(([, kind, text = '']) =>
    kind?.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : fromQuotedPrintable(text.replaceAll('_', ' ')),
  )
  return Buffer.concat(bytes).toString()
}

function bodyOf(mail: string): string {
  const body = mail.slice(mail.indexOf('\n\n') + 2)
  if (headerOf(mail, 'Content-Transfer-Encoding') === 'base64') return Buffer.from(body, 'base64').toString().trim()
  return fromQuotedPrintable(body.replace(/=\n/g, '')).toString().trim()
}

function fromQuotedPrintable(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
