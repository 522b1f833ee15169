import { Environment } from '../config.ts'
import { distanceBetween } from './suggestion.ts'

/**
 * A sentence for each name in the environment that is nearly the name of a setting without a value. The environment
 * also has the settings of other programs, so this finds only slips of the finger, and the program only warns.
 */
export function misspeltSettings(env: Record<string, string | undefined>): string[] {
  const unset = Object.keys(Environment.entries).filter(name => !env[name])
  return Object.keys(env).flatMap(name => {
    const meant = name in Environment.entries ? undefined : unset.find(setting => isSlip(name, setting))
    return meant ? `${name}: there is no such setting: is it \`${meant}\`?` : []
  })
}

/**
 * A slip has at most two changes, as when two letters are in the wrong order. In a short name, two changes make another
 * word. PROXY for PROXIES would be three changes, and is still one slip.
 */
function isSlip(name: string, setting: string): boolean {
  const upper = name.toUpperCase()
  const spelt = setting.endsWith('IES') ? upper.replace(/Y$/, 'IES') : upper
  return distanceBetween(spelt, setting) <= (setting.length < 7 ? 1 : 2)
}
