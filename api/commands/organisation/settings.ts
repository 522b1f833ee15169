import * as v from 'valibot'
import { type OrgSettings, SettingChange, type SettingName } from '../../../contract/organisation/settings.ts'
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
    if (!Object.hasOwn(before, name) || value === undefined)
      throw new Error(`Say which setting and its value. There are: ${Object.keys(before).join(', ')}`)
    const to = name === 'restDays' ? weekdaysIn(value) : settingFrom(before[name as SettingName], value)
    const from = before[name as SettingName]
    const { success, output: change } = v.safeParse(SettingChange, { name, from, to })
    if (!success) throw new Error(`${name}: cannot be ${value}. It is ${JSON.stringify(from)} now`)
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

/** Parses numbers of weekdays, like 5,6. Sunday is 0. An empty text gives an empty list. */
function weekdaysIn(text: string): number[] {
  const days = text.split(',').flatMap(part => (part.trim() === '' ? [] : Number(part)))
  if (!days.every(day => Number.isInteger(day) && day >= 0 && day <= 6) || new Set(days).size > 6)
    throw new Error('Write numbers of days, from 0 (Sunday) to 6, and leave one day at least: 5,6')
  return days
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
