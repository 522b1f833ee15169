import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Reporter } from './reading/findings.ts'

/** Files of a course, by path. `undefined` removes a file of the correct course. */
export type Files = Record<string, string | Buffer | undefined>

/** A small course without mistakes. */
const GOOD: Files = {
  'course.yaml': `id: tea
language: en
title: A cup of tea
description: Water, leaves and **patience**.
note: "#d9480f"
icon: icon.svg
`,
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16z"/></svg>',
  'lessons/01-water.yaml': `id: tea-water
title: The water
pages:
  - id: start
    type: rich-text
    textContent: |
      # Fresh water
      ![A kettle](kettle.png)
  - id: why
    type: text-response
    textContent: Why fresh?
`,
  'lessons/02-leaves.yaml': `id: tea-leaves
title: The leaves
pages:
  - id: which
    type: multichoice
    options:
      answers:
        - { id: green, text: Green, isCorrect: true }
        - { id: black, text: Black }
`,
  'media/kettle.png': Buffer.from('not really a picture, and nobody looks'),
}

type WhenOver = (remove: () => Promise<void>) => unknown

/**
 * A temporary folder with the correct course, in which these files replace others or are added. It is removed when the
 * test ends, or when `whenOver` says.
 */
export function courseFolder(files: Files = {}, whenOver: WhenOver = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'course-'))
  whenOver(() => rm(folder, { recursive: true, force: true }))
  writeFiles(folder, { ...GOOD, ...files })
  return folder
}

export function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) continue
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** A reporter that collects messages. */
export function collectingReporter(): Reporter & { mistakes: string[]; warnings: string[] } {
  const mistakes: string[] = []
  const warnings: string[] = []
  return {
    mistakes,
    warnings,
    mistake: message => mistakes.push(message),
    warn: message => warnings.push(message),
  }
}

/** The first bytes of a picture, which contain its size. */
export function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}
