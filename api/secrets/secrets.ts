import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flushToDisk } from '../database/backup/unfinished.ts'

/** One key for each purpose: a value signed for one purpose is worthless for another. */
export type Secrets = {
  codes: Buffer
  proofs: Buffer
  solutions: Buffer
  refreshTokens: Buffer
  knownDevices: Buffer
  signingKeys: Buffer
  invitations: Buffer
  recordingUrls: Buffer
  pushKeys: Buffer
  lessonFileKeys: Buffer
  accountKeys: Buffer
  signInRequests: Buffer
  backupTickets: Buffer
  dataLinks: Buffer
  recoveryCodes: Buffer
}

/** Derives the keys from one secret: the configured one, or one that is created once in the data folder. */
export function openSecrets({ secretKey, dataDir }: { secretKey: string; dataDir: string }): Secrets {
  const secret = secretKey || secretOfFolder(dataDir)
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'step-by-step', purpose, 32))
  return {
    codes: keyFor('codes'),
    proofs: keyFor('proofs'),
    solutions: keyFor('solutions'),
    refreshTokens: keyFor('refresh tokens'),
    knownDevices: keyFor('known devices'),
    signingKeys: keyFor('signing keys'),
    invitations: keyFor('invitations'),
    recordingUrls: keyFor('recording addresses'),
    pushKeys: keyFor('push keys'),
    lessonFileKeys: keyFor('lesson file keys'),
    accountKeys: keyFor('account keys'),
    signInRequests: keyFor('sign-in requests'),
    backupTickets: keyFor('backup tickets'),
    dataLinks: keyFor('data links'),
    recoveryCodes: keyFor('recovery codes'),
  }
}

function secretOfFolder(dataDir: string): string {
  const file = join(dataDir, 'secret.key')
  const secret = readIfThere(file) ?? makeOnce(dataDir, file)
  if (!/^[0-9a-f]{64}$/.test(secret))
    throw new Error(`${file} is damaged: restore it, or delete it to end all sign-ins`)
  return secret
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Writes the secret to a temporary file and links that. If two processes start together, one of them wins, and nobody
 * reads an incomplete file.
 */
function makeOnce(dataDir: string, file: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    flushToDisk(dataDir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}
