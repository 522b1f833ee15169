import { actByCommand } from '../audit-log/audit-log.ts'
import { switchMaintenance } from '../settings/settings.ts'
import type { Command } from './command.ts'

export const maintenanceCommand: Command = {
  usage: 'on|off',
  summary: 'Shows a maintenance notice instead of the app; browsers show it within five minutes',
  async run({ db, words: [state], print }) {
    if (state !== 'on' && state !== 'off') throw new Error('Say on or off: npm run admin -- maintenance on')
    const isOn = state === 'on'
    await actByCommand(db, [], async trx => {
      await switchMaintenance(trx, isOn)
      return { result: null, lines: [{ action: 'maintenance-changed', details: { isOn } }] }
    })
    print(`Maintenance is ${state}.`)
  },
}
