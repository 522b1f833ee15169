import { Environment } from '../config.ts'
import { distanceBetween } from './suggestion.ts'

/**
 * A sentence for each name in the environment that is nearly the name of a setting without a value. The names of other
 * programs are there, too, so it finds slips of the finger only, and no more than a warning follows from it.
 */
export function misspeltSettings(env: Record<string, string | undefined>): string[] {
  const unset = Object.keys(Environment.entries).filter(name => !env[name])
  return Object.keys(env).flatMap(name => {
    const meant = name in Environment.entries ? undefined : unset.find(setting => isSlip(name, setting))
    return meant ? `${name}: there is no such setting: is it \`${meant}\`?` : []
  })
}

/**
 * Two letters, because two in the wrong order are two changes. In a short name that would be another word. PROXY for
 * PROXIES is three letters, and still one slip.
 */
function isSlip(name: string, setting: string): boolean {
  const upper = name.toUpperCase()
  const spelt = setting.endsWith('IES') ? upper.replace(/Y$/, 'IES') : upper
  return distanceBetween(spelt, setting) <= (setting.length < 7 ? 1 : 2)
}
