import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { filesImportedBy, isTest, sources } from '../../testing/sources.ts'
import { type Address, addresses } from '../addresses.ts'
import { screens } from '../organisation/places.ts'
import { ofTeam, parts, type TextPartName } from './text-parts.ts'

const NO_OPTIONAL_FIELD = 'Only optional fields have a text of the sign-in, and none there is.'
/** Sections that a file can show, but that it does not show on this screen, with the reason. */
const NOT_SHOWN: Record<string, string> = {
  '/org/search people': 'It has the search field of the list of people, without the filters.',
  '/org/settings login': NO_OPTIONAL_FIELD,
  '/org/people login': NO_OPTIONAL_FIELD,
  '/org/invite login': NO_OPTIONAL_FIELD,
  '/org/invite/list/$id login': NO_OPTIONAL_FIELD,
}

type Shown = { path: string; file: string; texts: TextPartName[] }

const own = Object.entries(addresses as Record<string, Address>)
  // The organisation has a table of its own.
  .filter(([, { frame }]) => !frame)
  .map(([path, { who, screen, texts = [] }]): Shown => {
    const file = fileOf(screen, 'web')
    return { path, file, texts: [who === 'signed-in' ? 'inside' : 'outside', ...texts] }
  })
const ofOrganisation = Object.entries(screens).map(([path, { screen, texts = [] }]): Shown => {
  const file = fileOf(screen, 'web/organisation')
  return { path, file, texts: ['inside', 'organisation', ...(addresses['/org'].texts as TextPartName[]), ...texts] }
})

test.each([...own, ...ofOrganisation])('the screen at $path has the texts that it shows', ({ path, file, texts }) => {
  expect(file).toMatch(/\.tsx?$/)
  const loaded = filesLoadedWith(file).map(one => readFileSync(one, 'utf8'))
  const sections: string[] = [...texts, ...loaded.flatMap(partsWantedIn)].flatMap(part => parts[part])
  const shown = loaded.flatMap(text => [...text.matchAll(/useTranslations\('(\w+)/g)].map(([, section]) => section))
  const missing = [...new Set(shown)].filter(section => !sections.includes(section as string))
  const excused = Object.keys(NOT_SHOWN).filter(one => one.startsWith(`${path} `))
  expect(
    missing.map(section => `${path} ${section}`).filter(one => !(one in NOT_SHOWN)),
    'name the part that has these sections in the texts of the screen',
  ).toEqual([])
  expect(excused.filter(one => !missing.includes(one.split(' ')[1]))).toEqual([])
})

/** Folders whose code only mentors and the organisation load. */
const OF_TEAM = /^web\/(editor|inbox|organisation)\//

test('every part is loaded somewhere, and learners load each that ofTeam does not name', () => {
  const files = sources().filter(({ file }) => file.startsWith('web/') && !isTest(file))
  const wantedIn = files.map(({ file, text }) => ({ file, wanted: partsWantedIn(text) }))
  const byLearners = wantedIn.filter(({ file }) => !OF_TEAM.test(file)).flatMap(({ wanted }) => wanted)
  const byAnybody = wantedIn.flatMap(({ wanted }) => wanted)
  const names = Object.keys(parts) as TextPartName[]
  const everybody: TextPartName[] = ['inside', 'outside', ...own.flatMap(({ texts }) => texts)]
  const unloaded = (loaded: TextPartName[]) => names.filter(name => ![...everybody, ...loaded].includes(name))
  expect(
    unloaded([...byAnybody, ...ofOrganisation.flatMap(({ texts }) => texts)]),
    'name these parts in the texts of a screen, load them by wantTexts, or add sections that the server sends to inNoPart',
  ).toEqual([])
  const advice = 'add these parts to ofTeam (text-parts.ts): no screen of learners shows them'
  expect(
    unloaded(byLearners).filter(name => !ofTeam.includes(name)),
    advice,
  ).toEqual([])
})

function partsWantedIn(text: string): TextPartName[] {
  return [...text.matchAll(/wantTexts\('(\w+)'\)/g)].map(([, part]) => part as TextPartName)
}

/** The file that a function of the table imports. */
function fileOf(screen: () => unknown, folder: string): string {
  const [, name = ''] = /import\w*\(\s*["']([^"']+)["']/.exec(screen.toString()) ?? []
  return name.startsWith('/') ? name.slice(1) : posix.join(folder, name)
}

/** The file and what it imports, but not what it loads later. */
function filesLoadedWith(file: string, files: string[] = []): string[] {
  if (files.includes(file) || !/\.tsx?$/.test(file)) return files
  files.push(file)
  const text = readFileSync(file, 'utf8')
  const atOnce = text.replace(/^import type .*$/gm, '').replace(/\bimport\('[^']*'\)/g, '')
  for (const imported of filesImportedBy({ file, text: atOnce })) filesLoadedWith(imported, files)
  return files
}
