import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'
import { getPushKey, type PushPayload, subscribe } from '../../../contract/push.ts'
import type { Person } from '../../testing-people.ts'

/** A notification that a push service got for a browser, decrypted as the browser would. */
export type Arrived = PushPayload & { headers: Record<string, string>; bytes: number }

/** The browser of somebody, with keys of its own. */
export type TestBrowser = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  arrived: Arrived[]
}

export type PushService = {
  origin: string
  browser(): TestBrowser
  /** The statuses of the next replies, in order. The last one stays for all later ones. */
  answers(...statuses: number[]): void
  /** Holds the replies to later requests. Returns a function that lets them go. */
  hold(): () => void
  /** The number of requests to this push service. */
  asked(): number
  close(): void
}

/** A push service on a real port. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { browser: TestBrowser; open: (body: Buffer) => PushPayload }>()
  let statuses = [201]
  let asked = 0
  let held = Promise.resolve()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const known = browsers.get(request.url as string)
    const status = statuses.length > 1 ? (statuses.shift() as number) : (statuses[0] as number)
    if (known && status === 201) {
      const headers = request.headers as Record<string, string>
      known.browser.arrived.push({ ...known.open(body), headers, bytes: body.length })
    }
    asked += 1
    await held
    response.writeHead(known ? status : 404, { location: '/elsewhere' }).end('text that nobody reads')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    browser() {
      const path = `/push/${randomBytes(16).toString('base64url')}`
      const made = newKeys()
      const browser = { endpoint: origin + path, keys: made.keys, arrived: [] }
      browsers.set(path, { browser, open: made.open })
      return browser
    },
    answers: (...next) => {
      statuses = next
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    asked: () => asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Wish = { language?: 'ar' | 'en'; showsText?: boolean }

/** Subscribes a browser for a person. */
export async function turnOn(who: Person, { endpoint, keys }: TestBrowser, wish: Wish = {}): Promise<void> {
  await who.call(subscribe, { body: { endpoint, keys, language: 'en', showsText: false, ...wish } })
}

/** The claims in the signature of a sender, if it is valid (RFC 8292). */
export async function vapidOf({ headers }: Arrived, who: Person) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const { publicKey } = (await who.call(getPushKey, {})).data
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url')) as [string, string]
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'))
  return { ...payload, isOurKey: key === publicKey }
}

/** The keys that a browser makes when it subscribes. */
export function newKeys() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const secret = randomBytes(16)
  return {
    keys: { p256dh: own.getPublicKey('base64url'), auth: secret.toString('base64url') },
    /** Decrypts by RFC 8291, section 3.4, for one record of RFC 8188. */
    open(body: Buffer): PushPayload {
      const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
      const input = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), secret, info, 32))
      const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // A byte of 2 ends the content of the last record. Zeros may follow.
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
    },
  }
}
