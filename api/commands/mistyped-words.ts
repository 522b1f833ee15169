import { suggestion } from '../texts/suggestion.ts'
import type { Command, CommandWithoutDatabase } from './command.ts'
import { WHO, WHO_IS } from './named-person.ts'

/** Only the program itself uses these options, so no help names them. */
const INTERNAL_OPTIONS = ['--from-server', '--unfinished']
/** An option in the usage, with its value if it has one. */
const OPTION = /--[a-z-]+( [^-|[\]\s][^\s\],]*(?:,\w+)*)?/g

/** Throws for a word that the command would ignore: `kind-texts 2` would write to all silent learners. */
export function throwIfMistyped(
  { usage, checksOptions }: Command | CommandWithoutDatabase,
  words: string[],
  env = process.env,
): void {
  const known = usage.replace(WHO, WHO_IS).match(OPTION) ?? []
  const taken = takenByNpm(known, words, env)
  if (taken) throw new Error(`npm took \`${taken}\` for an option of its own. Put -- behind admin: npm run admin -- …`)
  if (checksOptions) return
  const others = words.filter((word, index) => !word.startsWith('--') && !takesValue(known, words[index - 1]))
  const surplus = others[mostWords(usage)]
  const mistake =
    surplus === undefined
      ? words.map((_, index) => mistakeAt(index, words, known)).find(Boolean)
      : `There is no place for \`${withoutPassword(surplus)}\``
  const advice = usage ? `After the name of the command: ${usage}` : 'The command takes none.'
  if (mistake) throw new Error(`${mistake}\n${advice}`)
}

/**
 * Without a `--` before the words, npm takes the option of `npm run admin import-demo --remove` for itself, and sets
 * `npm_config_remove` in the environment.
 */
function takenByNpm(known: readonly string[], words: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  if (words.some(word => word.startsWith('--'))) return undefined
  return known.map(nameOf).find(name => env[`npm_config_${name.slice(2).replaceAll('-', '_')}`] !== undefined)
}

function nameOf(option: string): string {
  return option.split(' ')[0] as string
}

/** The greatest number of words that the usage allows, without options and their values. */
function mostWords(usage: string): number {
  const places = usage.replace(WHO, '').replace(OPTION, '')
  if (places.includes('…')) return Number.POSITIVE_INFINITY
  const ways = places.replace(/<[^>]*>/g, 'word').split(' | ')
  return Math.max(...ways.map(way => way.match(/[\w|]+/g)?.length ?? 0))
}

function takesValue(known: readonly string[], option = ''): boolean {
  return known.some(one => one.startsWith(`${option} `))
}

function mistakeAt(index: number, words: readonly string[], known: readonly string[]): string | undefined {
  const [word = '', after] = [words[index], words[index + 1]]
  if (!word.startsWith('--')) return undefined
  const [name = ''] = word.split('=')
  const names = known.map(nameOf)
  if (![...names, ...INTERNAL_OPTIONS].includes(name)) return `There is no option \`${name}\`${suggestion(name, names)}`
  if (name !== word) return `Put a space between \`${name}\` and its value, in place of the \`=\``
  // Only one of two values would count, and the operator would not read which.
  if (words.indexOf(word) < index) return `\`${name}\` is there twice`
  const isBare = after === undefined || after.startsWith('--')
  return isBare && takesValue(known, name) ? `\`${name}\` needs a value behind it` : undefined
}

function withoutPassword(word: string): string {
  return word.replace(/:\/\/.*/, '://…')
}
