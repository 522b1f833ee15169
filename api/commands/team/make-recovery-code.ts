import { actByCommand } from '../../audit-log/audit-log.ts'
import { makeRecoveryCode } from '../../organisation/team/recovery-acts.ts'
import { openSecrets } from '../../secrets/secrets.ts'
import { codeOf } from '../../team/recovery-code.ts'
import { TEAM_LOCK } from '../../team/roles.ts'
import type { Command } from '../command.ts'

export const makeRecoveryCodeCommand: Command = {
  usage: '',
  summary: 'Prints a code that makes a person of the team an owner, once; an earlier one ends',
  async run({ db, config, print }) {
    const key = openSecrets(config).recoveryCodes
    const { id } = await actByCommand(db, [TEAM_LOCK], (trx, now) => makeRecoveryCode(trx, key, now))
    print(codeOf(id, key))
    print(`Keep it on paper. A person of the team types it at ${config.publicUrl}/org/recover.`)
  },
}
