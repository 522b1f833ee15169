import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/**
 * A backup as one file, which only its passphrase opens: tar inside the age format (age-encryption.org/v1). The program
 * `age` opens it, too.
 */
export async function encryptBackup(folder: string, passphrase: string, target: Writable): Promise<void> {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  const tar = spawn('tar', ['-C', dirname(folder), '-cf', '-', basename(folder)], { stdio: ['ignore', 'pipe', 'pipe'] })
  await untilBothEnd(tar, async () => {
    const sealed = await encrypter.encrypt(Readable.toWeb(tar.stdout as Readable) as ReadableStream<Uint8Array>)
    await pipeline(Readable.fromWeb(sealed as never), target)
  })
}

/** Writes the folder of a sealed backup into `place`. Throws for a wrong passphrase and for a damaged file. */
export async function decryptBackup(source: Readable, passphrase: string, place: string): Promise<void> {
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  await mkdir(place, { recursive: true, mode: 0o700 })
  const opened = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>)
  const tar = spawn('tar', ['-C', place, '-xf', '-'], { stdio: ['pipe', 'ignore', 'pipe'] })
  await untilBothEnd(tar, () => pipeline(Readable.fromWeb(opened as never), tar.stdin as Writable))
}

/** Loaded only when needed: it takes a tenth of a second, and the help of the commands imports this file, too. */
function loadAge() {
  return import('age-encryption')
}

/** If tar or the transfer fails, the other one fails, too. Throws the failure that is the reason. */
async function untilBothEnd(tar: ReturnType<typeof spawn>, transfer: () => Promise<void>): Promise<void> {
  const [ended, transferred] = await Promise.allSettled([endOf(tar), transfer()])
  const isReason = transferred.status === 'rejected' && transferred.reason.code !== 'EPIPE'
  if (isReason) throw transferred.reason
  if (ended.status === 'rejected') throw ended.reason
}

async function endOf(tar: ReturnType<typeof spawn>): Promise<void> {
  const errors = text(tar.stderr as Readable)
  const [code] = await once(tar, 'close')
  if (code !== 0) throw new Error(`tar failed: ${(await errors).trim()}`)
}
