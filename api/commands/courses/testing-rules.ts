import type { ruleOf } from '../../courses/checking/sentences.ts'
import type { Files } from '../../courses/testing.ts'

export type Rule = NonNullable<ReturnType<typeof ruleOf>>
/** A rule, and the file in which it is broken. */
export type Row = readonly [rule: Rule, file: string]
/** A course folder that breaks rules. */
export type Broken = { files: Files; rows: readonly Row[] }

const answers = (...all: string[]) => `options: { answers: [${all.map(one => `{ ${one} }`).join(', ')}] }`
const blanks = (...places: number[]) =>
  `options: { blanks: [${places.map((place, index) => `{ id: b${index}, text: B, correctOrder: ${place} }`).join(', ')}] }`
const many = Array.from({ length: 31 }, (_, index) => `id: a${index}, text: A`)
const texts = (text: string) => `{ id: p, type: rich-text, textContent: ${JSON.stringify(text)} }`
const behind = (text: string) =>
  `{ id: p, type: explore-options, ${answers(`id: a, text: A, detailContent: ${JSON.stringify(text)}`)} }`

/** Each breaks one rule in one page. */
const mistakesOfPages: Partial<Record<Rule, string>> = {
  missing: '{ type: rich-text, textContent: Hi }',
  text: '{ id: p, type: rich-text, textContent: Hi, hint: 3 }',
  number: '{ id: p, type: number, options: { max: ten } }',
  boolean: `{ id: p, type: multiselect, ${answers('id: a, text: A, isCorrect: maybe', 'id: b, text: B')} }`,
  list: '{ id: p, type: multiselect, options: { answers: none } }',
  group: 'only words',
  whole: '{ id: p, type: rich-text, textContent: Hi, rank: 1.5 }',
  oneOf: '{ id: p, type: song }',
  atLeastMany: `{ id: p, type: multiselect, ${answers('id: a, text: A')} }`,
  tooMany: `{ id: p, type: multiselect, ${answers(...many)} }`,
  min: '{ id: p, type: text-response, options: { rows: 0 } }',
  max: '{ id: p, type: text-response, options: { rows: 31 } }',
  more: '{ id: p, type: number, options: { step: 0 } }',
  id: '{ id: Not fine, type: rich-text, textContent: Hi }',
  empty: `{ id: p, type: multiselect, ${answers('id: a, text: " "', 'id: b, text: B')} }`,
  unknownMeant: '{ id: p, type: rich-text, textContent: Hi, buttonTxt: Send }',
  unknown: '{ id: p, type: rich-text, textContent: Hi, colour: red }',
  sharedPlace: `{ id: p, type: match-blanks, ${blanks(2, 2)} }`,
  absentPlace: `{ id: p, type: match-blanks, ${blanks(1, 3)} }`,
  maxMin: '{ id: p, type: number, options: { min: 5, max: 5 } }',
  wideStep: '{ id: p, type: number, options: { max: 2, step: 5 } }',
  bar: `{ id: p, type: multiselect, ${answers('id: a, text: "A|B"', 'id: b, text: B')} }`,
  needsFilm: '{ id: p, type: video }',
  choiceId: `{ id: p, type: multiselect, ${answers('id: a, text: A', 'id: a, text: B')} }`,
  pageId: `${texts('Hi')}\n  - ${texts('Hi again')}`,
  notInMedia: '{ id: p, type: rich-text, avFilename: gone.mp3 }',
  nameEnd: '{ id: p, type: rich-text, textContent: Hi, captions: words.txt }',
  pictureSource: texts('![A kettle](https://evil.example/kettle.png)'),
  filmNotes: `{ id: p, type: multiselect, ${answers('id: a, text: A, originalOnly: true', 'id: b, text: B')} }`,
  longText: texts('word '.repeat(4001)),
  deepMarkdown: texts('>'.repeat(30)),
  crowdedMarkdown: texts('*a_'.repeat(300)),
  notClean: behind('<scr<b></b>ipt>'),
}

const warningsOfPages: Partial<Record<Rule, string>> = {
  nothingToShow: '{ id: p, type: rich-text }',
  rank: '{ id: p, type: number, rank: 1 }',
  linkRemoved: texts('[Look](javascript:alert)'),
  attributeRemoved: texts('<p class="red">Hi</p>'),
  tagRemoved: texts('<font>Hi</font>'),
  removed: behind('<div>\nHi'),
}

/** Each is a lesson that cannot be read. */
const unreadable: Partial<Record<Rule, string>> = {
  tooDeep: '['.repeat(20_000),
  aliases: 'id: &a [x, x]\ntitle: [*a, *a]\n',
  entries: Array.from({ length: 1001 }, (_, index) => `a${index}: 1\n`).join(''),
  twice: 'id: x\nid: y\n',
  noFieldName: 'id: x\n__proto__: { beta: true }\n',
  yamlCompact: 'id: a: b\n',
  yamlColumn: 'pages:\n   id: x\n  title: y\n',
  yamlSequence: '- - a\n - - b\n',
  yamlOneLine: 'id: x\nmany\nlines: y\n',
  yamlValue: 'id: x\ntitle\n',
  yamlQuote: 'id: "x\n',
  yamlStart: 'id: @x\n',
  yamlEscape: 'id: "\\q"\n',
  yamlIndented: 'id: |\n\tx\n',
  yamlEnd: 'title: [\n',
  yamlOther: 'id: !!js/function "x"\n',
}

function lessonsOf(pages: Partial<Record<Rule, string>>, first: number): { files: Files; rows: Row[] } {
  const lessons = Object.entries(pages).map(([rule, page], index) => {
    const file = `lessons/${first + index}-${rule}.yaml`
    return { file, rule: rule as Rule, text: `id: ${rule.toLowerCase()}\ntitle: Water\npages:\n  - ${page}\n` }
  })
  return {
    files: Object.fromEntries(lessons.map(({ file, text }) => [file, text])),
    rows: lessons.map(({ rule, file }) => [rule, file] as const),
  }
}

const unreadableFiles = Object.entries(unreadable).map(
  ([rule, text], index) => [`lessons/${300 + index}-${rule}.yaml`, rule as Rule, text] as const,
)

const course = (fields: string) => `id: tea\nlanguage: en\ntitle: Tea\ndescription: Tea\n${fields}`
const drawing = (start: string) => `${start}<svg viewBox="0 0 24 24"><path d="M4 4h16v16z"/></svg>`
const sameLesson = `id: same\ntitle: Water\npages:\n  - ${texts('Hi')}\n`

/** The first bytes of a picture, which contain its size. */
function png(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

const pages = lessonsOf(mistakesOfPages, 100)
const warned = lessonsOf(warningsOfPages, 100)

/** A lesson of a course that is there already. */
export const FOREIGN_LESSON = 'coffee-beans'

/** Together they break every rule. The last one only has warnings. */
export const brokenCourses: readonly Broken[] = [
  {
    files: {
      ...pages.files,
      ...Object.fromEntries(unreadableFiles.map(([file, , text]) => [file, text])),
      'lessons/80-same.yaml': sameLesson,
      'lessons/81-same.yaml': sameLesson,
      'lessons/81-water.yaml': sameLesson.replace('same', 'number'),
      'lessons/82-foreign.yaml': sameLesson.replace('same', FOREIGN_LESSON),
      'lessons/notes.txt': 'x',
      'media/not fine.png': 'x',
      'media/sound.mp3': '<html>',
      'media/huge.svg': '<svg viewBox="0 0 20000 1"><path d="M0 0"/></svg>',
      'media/two.svg': drawing(drawing('')),
      'media/typed.svg': drawing('<!DOCTYPE svg [<!ENTITY a "b">]>'),
      'icon.svg': drawing(' '.repeat(20_001)),
    },
    rows: [
      ...pages.rows,
      ...unreadableFiles.map(([file, rule]) => [rule, file] as const),
      ['lessonId', 'lessons/81-same.yaml'],
      ['lessonNumber', 'lessons/81-water.yaml'],
      ['foreignLesson', 'lessons/82-foreign.yaml'],
      ['lessonName', 'lessons/notes.txt'],
      ['fileName', 'media/not fine.png'],
      ['notA', 'media/sound.mp3'],
      ['viewBox', 'media/huge.svg'],
      ['oneDrawing', 'media/two.svg'],
      ['notAllowed', 'media/typed.svg'],
      ['large', 'icon.svg'],
    ],
  },
  {
    files: { 'course.yaml': course('icon: gone.svg\nnote: nocolour\n').replace('en', 'xx') },
    rows: [
      ['oneOfNot', 'course.yaml'],
      ['colour', 'course.yaml'],
      ['iconNotThere', 'course.yaml'],
    ],
  },
  {
    files: {
      'course.yaml': course('icon: ../icon.svg\n'),
      'lessons/01-water.yaml': undefined,
      'lessons/02-leaves.yaml': undefined,
    },
    rows: [
      ['iconName', 'course.yaml'],
      ['noLesson', 'lessons'],
    ],
  },
  {
    files: {
      'course.yaml': course('icon: cup.gif\n'),
      'cup.gif': 'GIF89a',
      ...Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`lessons/note-${index}.txt`, 'x'])),
    },
    rows: [
      ['iconKind', 'course.yaml'],
      ['tooManyFiles', 'lessons'],
    ],
  },
  {
    files: {
      ...warned.files,
      'course.yaml': course('').replace('description: Tea', 'description: " "'),
      'media/wide.png': png(4000, 3000),
    },
    rows: [...warned.rows, ['noDescription', 'course.yaml'], ['largePicture', 'media/wide.png']],
  },
]

/** Rules that only one of the three places can break, each with the test that breaks them there. */
export const elsewhere: Readonly<Record<string, readonly Rule[]>> = {
  // A zip has no links, and the import page refuses one with other bytes than text.
  'api/courses/course-files.test.ts, api/courses/reading/yaml/strict-yaml.test.ts': [
    'notPlainFile',
    'notPlainFolder',
    'notUtf8',
  ],
  // What ffmpeg finds in a film: the editor says it beside the film, and the command while it makes the sizes.
  'api/courses/films/films.test.ts, api/organisation/courses/films/films.test.ts': [
    'filmNoPicture',
    'filmNoLength',
    'filmLong',
    'filmUnread',
    'filmRefused',
    'filmSides',
    'noFilm',
    'filmBrokeOff',
    'noCaptions',
    'noVtt',
  ],
  // Files that an author brings in the editor, before they are in a course.
  'api/organisation/courses/media/pictures.test.ts, api/organisation/courses/media/sounds.test.ts': [
    'noPicture',
    'manyPixels',
    'noFfmpeg',
    'heicUnread',
    'pictureDamaged',
    'noSound',
    'soundLong',
    'soundDamaged',
    'noFfmpegSound',
  ],
  // A file that is no course folder at all.
  'api/organisation/courses/files.test.ts, api/organisation/courses/elsewhere.test.ts': [
    'zip-large',
    'zip-unpackedLarge',
    'zip-cannot',
    'zip-noZip',
    'zip-names',
    'zip-noCourse',
    'zip-locked',
    'zip-link',
    'zip-archive',
    'zip-ratio',
    'zip-twice',
    'zip-textLarge',
    'zip-notText',
    'zip-empty',
    'file-doctype',
    'file-deep',
    'file-elements',
    'file-cutOff',
    'file-noQuiz',
    'file-noWord',
    'file-noLibrary',
    'file-noH5p',
    'file-noJson',
    'file-empty',
    'file-nothing',
    'file-backup',
    'file-none',
  ],
}
