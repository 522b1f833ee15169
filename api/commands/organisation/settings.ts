import type { OrgSettings, SettingChange, SettingName } from '../../../contract/organisation/settings.ts'
import { inEachLanguage } from '../../../contract/text/in-each-language.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { changeSettings, settingsOf } from '../../organisation/settings/values.ts'
import { fromJson } from '../../setting-rules.ts'
import type { Command } from '../command.ts'

export const settingsCommand: Command = {
  usage: '[<name> <value>]',
  summary: 'Shows what owners chose in the app, or changes one: settings countries AE,EG',
  async run({ db, config, words: [name, value], print }) {
    const before = await settingsOf(db, config)
    if (name === undefined) return printAll(before, print)
    if (!(name in before) || value === undefined)
      throw new Error(`Say which setting and its value. There are: ${Object.keys(before).join(', ')}`)
    const to = settingFrom(before[name as SettingName], value)
    const change = { name, from: before[name as SettingName], to } as SettingChange
    const after = await actByCommand(db, [], (trx, now) => changeSettings(trx, [change], { config, by: null }, now))
    print(`${name} is now ${JSON.stringify(after[name as SettingName])}.`)
  },
}

function printAll(values: OrgSettings, print: (line: string) => void): void {
  for (const [name, value] of Object.entries(values)) print(`${name}: ${JSON.stringify(value)}`)
}

function isOn(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Error('Write on or off')
  return text === 'on'
}

/** A list is written with commas, like AE,JO. A text is JSON, like {"ar":"…","en":"…"}. */
function settingFrom(before: OrgSettings[SettingName], text: string): unknown {
  if (Array.isArray(before)) return text.split(',').flatMap(part => part.trim().toUpperCase() || [])
  if (typeof before === 'number') return Number(text)
  if (typeof before === 'boolean') return isOn(text)
  if (typeof before === 'string') return text
  const given = fromJson(text) as Partial<Record<string, unknown>> | undefined
  return inEachLanguage(code => {
    const text = given?.[code]
    if (typeof text !== 'string') throw new Error('Write each language: {"ar":"…","en":"…"}')
    return text
  })
}
