import * as v from 'valibot'
import { type Config, configOf, Environment } from './config.ts'
import { missingSettings } from './missing-settings.ts'
import type { Flags } from './setting-rules.ts'

/** Reads the settings. Throws one error that names everything that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const result = v.safeParse(Environment, env)
  const mistakes = mistakesIn(env, result.issues ?? [])
  if (!result.success || mistakes.length > 0) throw new Error(mistakes.join('\n'))
  const config = configOf(result.output)
  const missing = missingSettings(config)
  if (missing.length > 0) throw new Error(missing.join('\n'))
  return config
}

const SHOWN_CHARACTERS = 100

function mistakesIn(env: Record<string, string | undefined>, issues: v.BaseIssue<unknown>[]): string[] {
  const sentences = issues.map(issue => {
    const name = v.getDotPath(issue) ?? ''
    const given = flagsOf(name).isSecret ? '' : `. It is: ${env[name]?.slice(0, SHOWN_CHARACTERS)}`
    return [name, `${name}: must be ${issue.message}${given}`] as const
  })
  return Object.values(Object.fromEntries([...sentences, ...commentsIn(env)]))
}

/** systemd and Docker read a comment after a value as part of the value. */
function commentsIn(env: Record<string, string | undefined>): (readonly [string, string])[] {
  const names = Object.keys(Environment.entries).filter(
    name => /\s#/.test(env[name] ?? '') && !flagsOf(name).mayHoldHash,
  )
  return names.map(name => [
    name,
    `${name}: must be without the comment behind it. Put the comment on a line of its own`,
  ])
}

function flagsOf(name: string): Flags {
  return v.getMetadata(Environment.entries[name as keyof typeof Environment.entries])
}
