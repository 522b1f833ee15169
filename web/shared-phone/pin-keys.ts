/** The rounds that OWASP asks for PBKDF2 with SHA-256 (2023). A cheap phone needs one to two seconds. */
const ITERATIONS = 600_000
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

type Bytes = Uint8Array<ArrayBuffer>

export type Encrypted = { iv: Bytes; bytes: ArrayBuffer }

/**
 * The keys of one person on this phone. The public key encrypts, so a person is locked without their PIN. The private
 * key is stored twice: encrypted by the PIN, and by a key that the server gives to its owner only.
 */
export type PinLock = {
  uid: string
  publicKey: CryptoKey
  /** The browser uses it, but does not hand it out: a copy of the other fields is not enough to guess the PIN. */
  deviceKey: CryptoKey
  /** Undefined after five wrong PINs. */
  byPin?: (Encrypted & { salt: Bytes; iterations: number }) | undefined
  byAccount: Encrypted
  /** The uid under which the server gives the key for `byAccount`: for a merged account the former uid. */
  accountUid: string
  /** Tries since the last correct PIN. */
  tries: number
  /** The person was put aside, and nobody has opened what they have here since. */
  isLocked: boolean
}

/** Browsers have cryptography only on pages that came by HTTPS, or from this machine. */
export function canLock(): boolean {
  return globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined
}

export async function makeLock(uid: string, pin: string, accountKey: string): Promise<PinLock> {
  const { subtle } = crypto
  const pair = await subtle.generateKey(CURVE, true, ['deriveBits'])
  const deviceKey = await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const privateBytes = encode(JSON.stringify(await subtle.exportKey('jwk', pair.privateKey)))
  const byAccount = await encryptWith(await aesKey(bytesOf(accountKey)), privateBytes)
  const lock = { uid, publicKey: pair.publicKey, deviceKey, byAccount, accountUid: uid, tries: 0, isLocked: false }
  return withPin(lock, pin, privateBytes)
}

/** Returns the same keys, locked with another PIN. */
export async function withPin(lock: PinLock, pin: string, privateBytes: ArrayBuffer | Bytes): Promise<PinLock> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const key = await keyOfPin(lock, pin, salt, ITERATIONS)
  return { ...lock, byPin: { ...(await encryptWith(key, privateBytes)), salt, iterations: ITERATIONS } }
}

/** The private key's bytes; undefined if the PIN is wrong. */
export async function openByPin(lock: PinLock, pin: string): Promise<ArrayBuffer | undefined> {
  const { byPin } = lock
  if (!byPin) return undefined
  return decryptWith(await keyOfPin(lock, pin, byPin.salt, byPin.iterations), byPin)
}

export async function openByAccount({ byAccount }: PinLock, accountKey: string): Promise<ArrayBuffer | undefined> {
  return decryptWith(await aesKey(bytesOf(accountKey)), byAccount)
}

async function keyOfPin({ deviceKey }: PinLock, pin: string, salt: Bytes, iterations: number): Promise<CryptoKey> {
  const { subtle } = crypto
  const typed = await subtle.importKey('raw', encode(pin), 'PBKDF2', false, ['deriveBits'])
  const slow = await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, typed, 256)
  return aesKey(await subtle.sign('HMAC', deviceKey, slow))
}

/** Encrypted bytes, with the public half of the key that was made for them: the private key needs it to decrypt. */
export type Locked = Encrypted & { ephemeral: ArrayBuffer }

/** Encrypts for the owner of this key. */
export async function encryptorFor(publicKey: CryptoKey): Promise<(bytes: Bytes) => Promise<Locked>> {
  const { subtle } = crypto
  const pair = await subtle.generateKey(CURVE, false, ['deriveBits'])
  const ephemeral = await subtle.exportKey('raw', pair.publicKey)
  const key = await sharedKey(pair.privateKey, publicKey)
  return async bytes => ({ ...(await encryptWith(key, bytes)), ephemeral })
}

/** Decrypts what was encrypted for this private key. */
export async function decryptorWith(privateBytes: ArrayBuffer): Promise<(locked: Locked) => Promise<ArrayBuffer>> {
  const jwk = JSON.parse(new TextDecoder().decode(privateBytes)) as JsonWebKey
  const privateKey = await crypto.subtle.importKey('jwk', jwk, CURVE, false, ['deriveBits'])
  const keys = new Map<string, Promise<CryptoKey>>()
  return async locked => {
    const name = new Uint8Array(locked.ephemeral).join()
    const key = keys.get(name) ?? importPublic(locked.ephemeral).then(made => sharedKey(privateKey, made))
    keys.set(name, key)
    const bytes = await decryptWith(await key, locked)
    if (!bytes) throw new Error('Encrypted for another key')
    return bytes
  }
}

function importPublic(raw: ArrayBuffer): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, CURVE, false, [])
}

async function sharedKey(privateKey: CryptoKey, publicKey: CryptoKey): Promise<CryptoKey> {
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)
  return aesKey(await crypto.subtle.digest('SHA-256', bits))
}

function aesKey(raw: ArrayBuffer | Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

async function encryptWith(key: CryptoKey, bytes: ArrayBuffer | Bytes): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
}

/** Undefined if the key is wrong. */
function decryptWith(key: CryptoKey, { iv, bytes }: Encrypted): Promise<ArrayBuffer | undefined> {
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes).catch(() => undefined)
}

function encode(text: string): Bytes {
  return new TextEncoder().encode(text)
}

function bytesOf(base64url: string): Bytes {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, character => character.charCodeAt(0))
}
