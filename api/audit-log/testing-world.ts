import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { AuditAction } from '../../contract/organisation/log/audit-actions.ts'
import type { Command } from '../commands/command.ts'
import { courseFolder } from '../courses/testing.ts'
import { nameIt, PHONES, startWithTeam } from '../organisation/people/testing.ts'
import type { Start } from '../testing.ts'

export type World = Awaited<ReturnType<typeof worldFrom>>

/** A button of the app, and the command that does the same. */
export type Pair = {
  action: AuditAction
  button: (world: World) => Promise<unknown>
  command: Command
  words: (world: World) => string[] | Promise<string[]>
}

/** A server with a team, two learners and two courses. */
export async function worldFrom(start: Start) {
  const team = await startWithTeam(start)
  const { server } = team
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const course of [courseFolder(), 'courses/first-steps-en']) await server.importCourse(course)
  await server.services.catalogue.refresh()
  const [rana, omar] = [await server.signIn('+971507777770'), await server.signIn(PHONES.omar)]
  await nameIt(rana, 'Rana')
  return { ...team, rana, omar, folder, phones: { last: 0 } }
}

/** Runs a command, and returns what it prints. */
export async function runCommand({ server }: World, command: Command, words: string[]): Promise<string> {
  const printed: string[] = []
  const { db, config } = server.services
  await command.run({ db, config, words, print: line => printed.push(line) })
  return printed.join('\n')
}

export async function download({ server, reem }: World, path: string): Promise<void> {
  const response = await fetch(server.origin + path, { headers: { authorization: `Bearer ${reem.idToken}` } })
  expect(response.status, path).toBe(200)
  await response.arrayBuffer()
}
