import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { MIN_PASSPHRASE } from '../../../contract/organisation/backups.ts'
import { record } from '../../audit-log/audit-log.ts'
import { decryptBackup, encryptBackup } from '../../backups/encrypted-backup.ts'
import { listBackupSets } from '../../backups/write-backup-set.ts'
import type { Command, CommandWithoutDatabase } from '../command.ts'

export const sealBackupCommand: Command = {
  usage: '<file.tar.age | -> [folder]',
  summary:
    'Writes the newest backup as one file that only a passphrase opens; the passphrase is the first line of input',
  async run({ db, config, words: [file, ...rest], print }) {
    if (!file) throw new Error('Name the file: npm run admin -- seal-backup backup.tar.age')
    const [chosen] = rest.filter(word => !word.startsWith('--'))
    const folder = chosen ? resolve(chosen) : (await listBackupSets(join(config.dataDir, 'backups'), Date.now()))[0]
    if (!folder) throw new Error('There is no backup yet: npm run admin -- backup-all')
    const passphrase = await readPassphrase()
    const isStream = file === '-'
    if (isStream) await encryptBackup(folder, passphrase, process.stdout)
    else await sealInto(file, target => encryptBackup(folder, passphrase, target))
    // A server that started this command has already written the log line, with the person who asked.
    if (!rest.includes('--from-server'))
      await record(db, { uid: null, side: 'command' }, { action: 'backup-downloaded' }, Date.now())
    if (!isStream) print(`${file} has the backup ${folder}. Keep the passphrase: nobody can open it without.`)
  },
}

export const openBackupCommand: CommandWithoutDatabase = {
  usage: '<file.tar.age> <folder>',
  summary: 'Unpacks a sealed backup into a folder; the passphrase is the first line of input',
  async runWithoutDatabase({ words: [file, folder], print }) {
    if (!file || !folder) throw new Error('Name both: npm run admin -- open-backup backup.tar.age /backups')
    await using sealed = await open(resolve(file))
    const passphrase = await readPassphrase()
    await decryptBackup(sealed.createReadStream(), passphrase, resolve(folder)).catch((error: Error) => {
      throw new Error(`It could not be opened; is the passphrase right? ${error.message}`)
    })
    print(`Unpacked into ${resolve(folder)}. Then: npm run admin -- restore-all ${resolve(folder)}/…`)
  },
}

/** Writes a `.part` file first, so that an incomplete file never looks complete. Replaces one of a killed command. */
async function sealInto(file: string, seal: (target: Writable) => Promise<void>): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} is there already. Move it away, or name another file`)
  const temporary = `${file}.part`
  const handle = await open(temporary, 'w', 0o600)
  try {
    await seal(handle.createWriteStream({ flush: true }))
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function readPassphrase(): Promise<string> {
  if (process.stdin.isTTY) console.error('Passphrase, then Enter:')
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    if (line.length < MIN_PASSPHRASE) break
    return line
  }
  throw new Error(`Give a passphrase of at least ${MIN_PASSPHRASE} characters as the first line of input`)
}
