import { firstBrokenLine } from '../../audit-log/audit-log.ts'
import type { Command } from '../command.ts'

export const verifyLogCommand: Command = {
  usage: '',
  summary: 'Says whether a line of the audit log (who did what) was changed or deleted',
  async run({ db, print }) {
    const broken = await firstBrokenLine(db)
    if (broken !== undefined) throw new Error(`The log was changed at line ${broken}, or before it.`)
    print('No line of the log was changed or deleted.')
  },
}
