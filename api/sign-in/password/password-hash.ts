import { argon2 as argon2WithCallback, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { shortQueue } from '../../http/queues/short-queue.ts'

const argon2 = promisify(argon2WithCallback)

/** OWASP's second choice; about 35 ms of one core. `memory` is in KiB. */
const EFFORT: Effort = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const MAX_BYTES = 1024

export type Effort = { memory: number; passes: number; parallelism: number }
type StoredHash = Effort & { salt: Buffer; hash: Buffer }

export type Passwords = {
  /** A hash in PHC format, which names its own parameters: https://github.com/P-H-C/phc-string-format. */
  hash: (password: string) => Promise<string>
  /** Compares a password with its hash. Without a hash it takes as long, and returns false. */
  isRight: (password: string, stored: string | undefined) => Promise<boolean>
  /** Whether a hash was made with other effort than today's. */
  isWeak: (stored: string) => boolean
}

/** One core stays free for the people who are signed in; a full queue takes about five seconds. */
const inTurn = shortQueue({
  atOnce: Math.max(1, availableParallelism() - 1),
  waiting: 128 * Math.max(1, availableParallelism() - 1),
})

/** Makes and compares the hashes of passwords. Less effort makes a quicker test. */
export function createPasswords(effort = EFFORT): Passwords {
  /** Compared if there is no password, so that the response time does not show that. */
  const substitute: StoredHash = { ...effort, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) }
  return {
    hash: async password => {
      const salt = randomBytes(SALT_BYTES)
      return written({ ...effort, salt, hash: await hashOf(password, { ...effort, salt, length: HASH_BYTES }) })
    },
    isRight: async (password, stored) => {
      const { hash, ...made } = (stored && parse(stored)) || substitute
      const given = await hashOf(password, { ...made, length: hash.length })
      return timingSafeEqual(given, hash) && hash !== substitute.hash
    },
    isWeak: stored => startOf(stored) !== startOf(written(substitute)),
  }
}

function hashOf(password: string, made: Effort & { salt: Buffer; length: number }): Promise<Buffer> {
  const { memory, passes, parallelism, salt: nonce, length: tagLength } = made
  const message = bytesOf(password)
  return inTurn(() => argon2('argon2id', { message, nonce, parallelism, tagLength, memory, passes }))
}

/** NFKC and one kind of digits, so that a password is the same from every keyboard. */
function bytesOf(password: string): Buffer {
  const isTooLong = Buffer.byteLength(password) > MAX_BYTES
  if (isTooLong || password === '' || !password.isWellFormed()) throw new ApiError('bad-request')
  return Buffer.from(password.normalize('NFKC').replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 0xf)))
}

function written({ memory, passes, parallelism, salt, hash }: StoredHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function parse(stored: string): StoredHash | undefined {
  const [whole, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(stored) ?? []
  if (whole === undefined) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function startOf(stored: string): string {
  return stored.split('$', 4).join('$')
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
