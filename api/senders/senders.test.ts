import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../read-config.ts'
import { smsToOutbox } from './outbox.ts'
import { failureOf, type SendSms, withSendTimeout } from './sender.ts'
import { createSenders } from './senders.ts'
import { twilioSender } from './twilio.ts'
import { webhookSender } from './webhook.ts'

const SMS = { to: '+971501234567', text: 'رمزك "123456"\nخطوة', code: '123456' }

type Request = { url: string; headers: IncomingMessage['headers']; body: string }

/** A service that accepts texts, on a real port. */
let service: { url: string; requests: Request[]; answers: number; server: Server }
let dataDir: string

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-'))
  const requests: Request[] = []
  const server = createServer(async (request, response) => {
    requests.push({ url: request.url as string, headers: request.headers, body: await text(request) })
    response.writeHead(service.answers, { location: '/elsewhere' }).end('{"sid":"SM1"}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  service = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, answers: 201, server }
})
afterEach(async () => {
  rmSync(dataDir, { recursive: true, force: true })
  service.server.closeAllConnections()
  await new Promise(resolve => service.server.close(resolve))
})

const template = '{"number":"{{to}}","message":{"content":"{{text}}"},"otp":"{{code}}"}'
const webhook = () => ({ smsWebhookUrl: service.url, smsWebhookBody: template })
const TWILIO = { twilioAccountSid: 'AC1', twilioAuthToken: 'secret', twilioFrom: '+15005550006' }
const overHttp: Record<string, () => SendSms> = {
  webhook: () => webhookSender({ ...webhook(), smsWebhookHeaders: '{"X-Api-Key":"k"}' }),
  twilio: () => twilioSender(TWILIO, service.url),
}
const all: Record<string, () => SendSms> = { ...overHttp, outbox: () => smsToOutbox(dataDir, () => 0) }

describe.each(Object.keys(all))('Texts by %s', name => {
  test('arrive once and unchanged', async () => {
    await (all[name] as () => SendSms)()(SMS)
    const arrived = name === 'outbox' ? inOutbox() : service.requests.map(request => readers[name]?.(request))
    expect(arrived).toEqual([SMS.text])
  })
})

describe.each(Object.keys(overHttp))('A service behind %s', name => {
  const send = () => (overHttp[name] as () => SendSms)()(SMS)

  test.each([400, 401, 429, 500, 302])('that answers %i gives an error', async status => {
    service.answers = status
    await expect(send()).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  })

  test('that does not answer gives an error, without the number and the code in it', async () => {
    service.server.close()
    const error = await send().catch(error => error)
    expect(error).toMatchObject({ code: 'unavailable', status: 503 })
    expect(`${error.message} ${error.cause}`).not.toMatch(/97150|123456/)
    expect(failureOf(error).mayHaveArrived).toBe(false)
  })

  test('that answers an error without end is left after its first words', async () => {
    let sent = 0
    const left = new Promise<void>(resolve => {
      service.server.removeAllListeners('request').on('request', (_, response) => {
        response.on('close', resolve).writeHead(500)
        const sendMore = () => {
          while (!response.destroyed && response.write('no credit '.repeat(6000))) sent += 60_000
        }
        response.on('drain', sendMore)
        sendMore()
      })
    })
    const { words } = failureOf(await send().catch(error => error))
    expect(words).toMatch(/^no credit no credit/)
    await left
    expect(sent).toBeLessThan(10_000_000)
  })

  test('that takes a text and answers nothing may send it all the same', async () => {
    service.server.removeAllListeners('request').on('request', request => request.socket.destroy())
    expect(failureOf(await send().catch(error => error))).toMatchObject({ mayHaveArrived: true })

    const timeIsOver = timeout()
    service.server.removeAllListeners('request').on('request', timeIsOver)
    const failure = { message: 'no answer within 5 seconds', mayHaveArrived: true }
    expect(failureOf(await send().catch(error => error))).toEqual(failure)
  })

  test('that is out of reach has sent nothing when the time is over', async () => {
    const timeIsOver = timeout()
    // This server answers no TLS handshake, so the request does not leave.
    const silent = createTcpServer(timeIsOver).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    service.url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const failure = { message: 'no answer within 5 seconds', mayHaveArrived: false }
    expect(failureOf(await send().catch(error => error))).toEqual(failure)
  })
})

test('a request waits five seconds for a mail, which may arrive later', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const late = expect(withSendTimeout(new Promise(() => {}))).rejects.toSatisfy(
    error => failureOf(error).mayHaveArrived,
  )
  await vi.advanceTimersByTimeAsync(5000)
  await late
  await withSendTimeout(Promise.resolve())
  await expect(withSendTimeout(Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(vi.getTimerCount()).toBe(0)
})

test('a webhook gets the headers of the operator', async () => {
  await overHttp.webhook?.()(SMS)
  expect(service.requests[0]?.headers).toMatchObject({ 'x-api-key': 'k', 'content-type': 'application/json' })
  expect(() => webhookSender({ ...webhook(), smsWebhookHeaders: 'X-Api-Key: k' })).toThrow(/SMS_WEBHOOK_HEADERS/)
})

test('a webhook gets no code if the text has none', async () => {
  await overHttp.webhook?.()({ to: SMS.to, text: 'حُذف الحساب' })
  expect(JSON.parse(service.requests[0]?.body as string)).toMatchObject({ otp: '' })
})

test('Twilio knows account, sender and receiver', async () => {
  await overHttp.twilio?.()(SMS)
  const { url, headers, body } = service.requests[0] as Request
  expect(url).toBe('/2010-04-01/Accounts/AC1/Messages.json')
  expect(headers.authorization).toBe(`Basic ${btoa('AC1:secret')}`)
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ To: SMS.to, From: '+15005550006', Body: SMS.text })

  await twilioSender({ ...TWILIO, twilioFrom: 'MG123' }, service.url)(SMS)
  expect(new URLSearchParams(service.requests[1]?.body).get('MessagingServiceSid')).toBe('MG123')
})

test('texts and mails are in the outbox, one a line, in a format that other programs read', async () => {
  const { sendSms, sendMail } = createSenders({ ...settings(), isProduction: false }, () => 0)
  await sendSms(SMS)
  await sendMail({ to: 'noura@example.org', subject: 'خطوة', text: 'هنا\nرابط', link: 'http://localhost:3000/x' })
  const at = '1970-01-01T00:00:00.000Z'
  expect(linesInOutbox()).toEqual([
    { at, kind: 'sms', ...SMS },
    { at, kind: 'email', to: 'noura@example.org', text: 'هنا\nرابط', link: 'http://localhost:3000/x' },
  ])
})

test('a real installation without senders writes no file', async () => {
  const { sendSms, sendMail } = createSenders({ ...settings(), isProduction: true }, () => 0)
  await sendSms(SMS)
  await sendMail({ to: 'noura@example.org', subject: 'خطوة', text: 'خطوة' })
  expect(readdirSync(dataDir)).toEqual([])
})

test('the outbox is readable by its owner only', async () => {
  await all.outbox?.()(SMS)
  expect(statSync(join(dataDir, 'outbox.jsonl')).mode & 0o777).toBe(0o600)
})

const readers: Record<string, (request: Request) => unknown> = {
  webhook: ({ body }) => JSON.parse(body).message.content,
  twilio: ({ body }) => new URLSearchParams(body).get('Body'),
}

function settings() {
  return { ...readConfig({}), dataDir }
}

function inOutbox(): string[] {
  return linesInOutbox().map(line => line.text as string)
}

function linesInOutbox(): Record<string, unknown>[] {
  const lines = readFileSync(join(dataDir, 'outbox.jsonl'), 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line))
}

/** From now on, the time of a request is over when the test calls the returned function. */
function timeout(): () => void {
  const time = new AbortController()
  const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
  onTestFinished(() => spy.mockRestore())
  return () => time.abort(new DOMException('', 'TimeoutError'))
}
