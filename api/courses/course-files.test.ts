import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { languageCodes } from '../../contract/languages.ts'
import { pageTypes } from '../../contract/pages/index.ts'
import { readCourse } from './course-files.ts'
import { CourseMistakesError } from './reading/findings.ts'
import { courseFolder, type Files, pngHead } from './testing.ts'

async function mistakesIn(folder: string): Promise<readonly string[]> {
  const error = await readCourse(folder).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) return []
  expect(error).toBeInstanceOf(CourseMistakesError)
  return (error as CourseMistakesError).mistakes
}

const mistakesOf = (files: Files) => mistakesIn(courseFolder(files))

const lesson = (page: string) => `id: tea-water\ntitle: The water\npages:\n${page}`
const mistakesOfPage = (page: string) => mistakesOf({ 'lessons/01-water.yaml': lesson(page) })

test('a correct course is read in the form that the browser gets', async () => {
  const course = await readCourse(courseFolder())
  expect(course).toMatchObject({
    content: { id: 'tea', language: 'en', note: '#d9480f', image: '' },
    isBeta: false,
    warnings: [],
    media: [{ storedName: 'tea.kettle-aa7733f1.png' }],
  })
  expect(course.content.description.trim()).toBe('<p>Water, leaves and <strong>patience</strong>.</p>')
  expect(course.content.svg).toContain('<path d="M4 4h16v16z">')
  expect(course.lessons.map(({ content }) => content.lesson.id)).toEqual(['tea-water', 'tea-leaves'])
  expect(course.lessons[0]?.content).toMatchObject({
    lesson: { id: 'tea-water', courseId: 'tea', language: 'en', program: { alias: 'step-by-step' } },
    pages: [
      { id: 'start', textContent: expect.stringContaining('src="media/tea.kettle-aa7733f1.png"') },
      { id: 'why' },
    ],
  })
})

test('a course can list up to six results', async () => {
  const course = 'id: tea\nlanguage: en\ntitle: Tea\ndescription: x\n'
  const { content } = await readCourse(courseFolder({ 'course.yaml': `${course}canDo:\n  - Boil water\n  - Wait\n` }))
  expect(content.canDo).toEqual(['Boil water', 'Wait'])
  expect(await mistakesOf({ 'course.yaml': `${course}canDo: []\n` })).toHaveLength(1)
})

test('a mistake has the format in which editors jump to it', async () => {
  const blanks = `  - id: order
    type: match-blanks
    options:
      blanks:
        - { id: a, text: first, correctOrder: 2 }
        - { id: b, text: then, correctOrder: 2 }
`
  expect(await mistakesOfPage(blanks)).toEqual([
    'lessons/01-water.yaml:7:7 pages[0].options.blanks: two words belong in place 2',
  ])
})

test('one mistake hides no other: all mistakes of a folder are found in one run', async () => {
  const page = `  - id: a
    type: multichoice
    colour: red
    avFilename: gone.mp3
    options:
      answers:
        - { id: x, text: one }
        - { id: x, text: two }
  - id: a
    type: hologram
    textContent: "![](gone.png)"
`
  const folder = courseFolder({
    'course.yaml': 'id: tea\ntitle: Tea\ndescription: "![](gone.png)"\nicon: nowhere.svg\n',
    'lessons/01-water.yaml': `id: tea-water\npages:\n${page}`,
    'lessons/02-leaves.yaml': `id: tea-water\ntitle: The leaves\npages:\n  - { id: b, type: rich-text, textContent: x }\n`,
  })
  const asked: unknown[] = []
  const error = await readCourse(folder, {
    async foreignLessons(...question) {
      asked.push(question)
      return new Map([['tea-water', 'coffee']])
    },
  }).catch((reason: CourseMistakesError) => reason)
  expect(asked).toEqual([[['tea-water'], 'tea']])
  expect((error as CourseMistakesError).mistakes).toEqual([
    'course.yaml:1:1 language: is missing',
    'course.yaml:3:19 description: gone.png is not in media/',
    'course.yaml:4:7 icon: nowhere.svg is not beside course.yaml',
    'lessons/01-water.yaml:1:1 title: is missing',
    'lessons/01-water.yaml:1:1 id: lesson `tea-water` belongs to the course `coffee` already',
    'lessons/01-water.yaml:5:5 pages[0].colour: unknown field `colour`',
    'lessons/01-water.yaml:6:17 pages[0].avFilename: gone.mp3 is not in media/',
    'lessons/01-water.yaml:10:13 pages[0].options.answers[1].id: `x` is the id of another choice of this page',
    'lessons/01-water.yaml:11:5 pages[1].id: `a` is the id of another page already',
    expect.stringMatching(/^lessons\/01-water.yaml:12:5 pages\[1\].type: must be one of [a-z, -]*multichoice/),
    'lessons/01-water.yaml:13:23 pages[1].textContent: gone.png is not in media/',
    'lessons/02-leaves.yaml:1:1 id: `tea-water` is the id of lessons/01-water.yaml already',
  ])
})

test('input that is allowed but unlikely gets a warning', async () => {
  const svg = '<svg viewBox="0 0 1 1">\n  <path class="b" d="M0 0"/>\n</svg>'
  const pages = `  - { id: a, type: rich-text }
  - { id: b, type: number, rank: 1, textContent: "![](wide.png)" }
`
  const { warnings, lessons } = await readCourse(
    courseFolder({ 'icon.svg': svg, 'lessons/01-water.yaml': lesson(pages), 'media/wide.png': pngHead(4000, 3000) }),
  )
  expect(warnings).toEqual([
    'icon.svg:2:9 class of <path> was removed',
    'lessons/01-water.yaml:4:5 pages[0]: has nothing to show: give it a text, a sound or a film',
    'lessons/01-water.yaml:5:28 pages[1].rank: this kind of page cannot be the opening page of a lesson',
    'media/wide.png:1:1 is 4000 × 3000 pixels: 1080 at most save what learners pay for',
  ])
  // With its size, a browser reserves the space before the picture is loaded.
  expect(lessons[0]?.content.pages[1]?.textContent).toMatch(
    /<img src="media\/tea\.wide-\w+\.png" width="4000" height="3000" alt/,
  )
})

test('all mistakes of all files are reported at once', async () => {
  expect(
    await mistakesOf({
      'course.yaml': 'id: Tea\nlanguage: xx\ntitle: 5\nnote: red;background:url(//evil)\ncolour: red\n',
      'lessons/01-water.yaml': 'title: Water\npages:\n  - id: a\n    type: text\n',
      'lessons/02-leaves.yaml': 'id: tea-leaves\ntitle: The leaves\npages: []\n',
      'media/not fine.png': 'x',
    }),
  ).toEqual([
    'course.yaml:1:1 description: is missing',
    'course.yaml:1:1 id: must be 1 to 64 characters of a-z, 0-9 and -',
    `course.yaml:2:1 language: must be one of ${languageCodes.join(', ')}, and is "xx"`,
    'course.yaml:3:1 title: must be text, not 5; quotes make it text',
    'course.yaml:4:1 note: must be #rgb, #rrggbb or the name of a CSS colour',
    'course.yaml:5:1 colour: unknown field `colour`',
    'lessons/01-water.yaml:1:1 id: is missing',
    `lessons/01-water.yaml:4:5 pages[0].type: must be one of ${[...pageTypes.keys()].join(', ')}`,
    'lessons/02-leaves.yaml:3:1 pages: needs at least 1',
    'media/not fine.png:1:1 a file name has 1 to 100 of A-Z, a-z, 0-9, _, - and . and begins with no dot',
  ])
})

test('blanks are numbered from 1, without a gap', async () => {
  const blanks = (...orders: number[]) => `  - id: order
    type: match-blanks
    options:
      blanks:
${orders.map(order => `        - { id: w${order}, text: w${order}, correctOrder: ${order} }\n`).join('')}`
  expect(await mistakesOfPage(blanks(2, 1, 3))).toEqual([])
  for (const [orders, absent] of [
    [[0, 1], 2],
    [[5, 7, 9], 1],
    [[1, 3], 2],
  ] as [number[], number][])
    expect(await mistakesOfPage(blanks(...orders))).toEqual([
      `lessons/01-water.yaml:7:7 pages[0].options.blanks: the places of the words are 1, 2, 3 and so on: ${absent} is missing`,
    ])
})

test.each([
  [
    'a misspelt field',
    '  - { id: a, type: rich-text, textContet: x }',
    '4:31 pages[0].textContet: unknown field `textContet`: is it `textContent`?',
  ],
  [
    'a misspelt option',
    '  - { id: a, type: number, options: { maxx: 4 } }',
    '4:39 pages[0].options.maxx: unknown field `maxx`: is it `max`?',
  ],
  [
    'a misspelt field of an answer',
    '  - { id: a, type: multiselect, options: { answers: [{ id: a, text: b, iscorrect: true }, { id: c, text: d }] } }',
    '4:72 pages[0].options.answers[0].iscorrect: unknown field `iscorrect`: is it `isCorrect`?',
  ],
  [
    'a slider without room',
    '  - { id: a, type: number, options: { min: 5, max: 5 } }',
    '4:47 pages[0].options.max: the end of the slider (5) must be more than its beginning (5)',
  ],
  [
    'a step of nothing',
    '  - { id: a, type: number, options: { step: 0 } }',
    '4:39 pages[0].options.step: must be more than 0',
  ],
  [
    'a text field without end',
    '  - { id: a, type: text-response, options: { rows: 1e9 } }',
    '4:46 pages[0].options.rows: must be at most 30',
  ],
  [
    'a video page without its film',
    '  - { id: a, type: video }',
    '4:5 pages[0].avFilename: this page needs a film: a file that ends in .mp4',
  ],
  [
    'sound that is not there',
    '  - { id: a, type: rich-text, avFilename: tune.mp3 }',
    '4:43 pages[0].avFilename: tune.mp3 is not in media/',
  ],
  [
    'a way out of the folder',
    '  - { id: a, type: rich-text, captions: ../../etc/passwd }',
    '4:41 pages[0].captions: ../../etc/passwd is not a name that ends in .vtt',
  ],
  [
    'a field that the import itself fills',
    '  - { id: a, type: multiselect, options: { answers: [{ id: a, text: b, originalOnly: true }, { id: c, text: d }] } }',
    '4:72 pages[0].options.answers[0].originalOnly: is told by the import, of what it makes of a film',
  ],
  [
    'two pages of one id',
    '  - { id: a, type: rich-text }\n  - { id: a, type: rich-text }',
    '5:7 pages[1].id: `a` is the id of another page already',
  ],
  [
    'two answers of one id',
    '  - { id: a, type: multiselect, options: { answers: [{ id: a, text: b }, { id: a, text: c }] } }',
    '4:76 pages[0].options.answers[1].id: `a` is the id of another choice of this page',
  ],
  [
    'a | in an answer',
    '  - { id: a, type: multiselect, options: { answers: [{ id: a, text: b }, { id: b, text: "c|d" }] } }',
    '4:91 pages[0].options.answers[1].text: must not contain |',
  ],
  [
    'a picture from elsewhere',
    '  - id: a\n    type: rich-text\n    textContent: |\n      Look:\n\n      ![x](https://evil.example/x.png)',
    '9:12 pages[0].textContent: pictures are named as in media/ and come from nowhere else, not https://evil.example/x.png',
  ],
])('%s is found with its place', async (_, page, mistake) => {
  expect(await mistakesOfPage(page)).toEqual([`lessons/01-water.yaml:${mistake}`])
})

test('removed markup is reported with its line, and the course is accepted', async () => {
  const page = '  - id: a\n    type: rich-text\n    textContent: |\n      Look:\n\n      <font>here</font>\n'
  const { warnings } = await readCourse(courseFolder({ 'lessons/01-water.yaml': lesson(page) }))
  expect(warnings).toEqual(['lessons/01-water.yaml:9:7 pages[0].textContent: <font> was removed'])
})

test('lessons are identified by their ids and ordered by their numbers', async () => {
  const water = lesson('  - { id: a, type: rich-text }')
  expect(
    await mistakesOf({ 'lessons/01-again.yaml': water, 'lessons/01-water.yaml': water, 'lessons/notes.txt': 'x' }),
  ).toEqual([
    'lessons/01-water.yaml:1:1 id: `tea-water` is the id of lessons/01-again.yaml already',
    'lessons/01-water.yaml:1:1 number 1 is taken by 01-again.yaml',
    'lessons/notes.txt:1:1 is not named like 01-name.yaml',
  ])
})

test('a folder without a course is reported', async () => {
  const folder = courseFolder()
  rmSync(folder, { recursive: true })
  expect(await mistakesIn(folder)).toEqual([`${folder}: there is no such folder`])
})

test('a folder that this user may not read is not called missing', async () => {
  const parent = courseFolder()
  chmodSync(parent, 0)
  onTestFinished(() => chmodSync(parent, 0o700))
  const asAnybody = process.geteuid?.() === 0
  if (asAnybody) process.seteuid?.('nobody')
  const mistakes = await mistakesIn(join(parent, 'tea')).finally(() => asAnybody && process.seteuid?.(0))
  expect(mistakes).toEqual([expect.stringContaining('who runs this, may not read there')])
})

test('symbolic links are not followed, whatever they replace', async () => {
  const secret = courseFolder({ 'media/secret.png': 'secret' })
  const folder = courseFolder({
    'icon.svg': undefined,
    'lessons/02-leaves.yaml': undefined,
    'media/kettle.png': undefined,
  })
  symlinkSync(join(secret, 'icon.svg'), join(folder, 'icon.svg'))
  symlinkSync(join(secret, 'lessons/02-leaves.yaml'), join(folder, 'lessons/02-leaves.yaml'))
  symlinkSync(join(secret, 'media'), join(folder, 'media'))
  expect(await mistakesIn(folder)).toEqual([
    'icon.svg:1:1 is not a plain file',
    'lessons/01-water.yaml:8:19 pages[0].textContent: kettle.png is not in media/',
    'lessons/02-leaves.yaml:1:1 is not a plain file',
    'media:1:1 is not a plain folder',
  ])
})

test.each([
  ['emphasis without an end', 'textContent', '*a_'.repeat(5000), 'has more than 500 characters of Markdown'],
  [
    'emphasis below an answer',
    'options.answers[0].detailContent',
    '*a_'.repeat(5000),
    'has more than 500 characters of',
  ],
  ['quotes within quotes', 'textContent', '>'.repeat(10_000), 'nests quotes or lists too deeply: >>>'],
  ['lists within lists', 'textContent', '- '.repeat(30), 'nests quotes or lists too deeply: - - -'],
  ['a book', 'textContent', 'word '.repeat(4001), 'has 20015 characters; 20000 are the most'],
])('Markdown that breaks the parser is refused with its line: %s', async (_what, path, markdown, message) => {
  const page = path.startsWith('options')
    ? `  - id: order\n    type: multichoice\n    options:\n      answers:\n        - id: a\n          text: Yes\n          detailContent: |\n            A text.\n\n            ${markdown}\n        - { id: b, text: No }\n`
    : `  - id: order\n    type: rich-text\n    textContent: |\n      A text.\n\n      ${markdown}\n`
  const mistakes = await mistakesOfPage(page)
  expect(mistakes).toHaveLength(1)
  expect(mistakes[0]).toMatch(/^lessons\/01-water\.yaml:(6|9|13):\d+ pages\[0\]\./)
  expect(mistakes[0]).toContain(`${path}: ${message}`)
})

test('a pipe in place of a file does not block the import', async () => {
  const folder = courseFolder({ 'icon.svg': undefined })
  spawnSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'icon.svg')])
  expect(await mistakesIn(folder)).toEqual(['icon.svg:1:1 is not a plain file'])
})

test('an icon is a drawing or an image of its own', async () => {
  const icon = (name: string) => `id: tea\nlanguage: en\ntitle: Tea\ndescription: x\nicon: ${name}\n`
  const { content, media } = await readCourse(courseFolder({ 'course.yaml': icon('cup.PNG'), 'cup.PNG': 'x' }))
  expect(content).toMatchObject({ svg: '', image: expect.stringMatching(/^tea\.cup-[0-9a-f]{8}\.png$/) })
  expect(media.map(file => file.storedName)).toContain(content.image)
  expect(await mistakesOf({ 'course.yaml': icon('../icon.svg') })).toEqual([
    'course.yaml:5:1 icon: must be the name of a file beside course.yaml',
  ])
  expect(await mistakesOf({ 'icon.svg': `<svg viewBox="0 0 1 1">${' '.repeat(20_001)}</svg>` })).toEqual([
    'icon.svg:1:1 is larger than 20 kB',
  ])
})

test('a film is stored under a name that fits its smaller versions', async () => {
  const page = '  - { id: a, type: video, avFilename: Pouring.MP4 }'
  const { lessons, media } = await readCourse(
    courseFolder({ 'lessons/01-water.yaml': lesson(page), 'media/Pouring.MP4': '\0\0\0 ftypisom' }),
  )
  const wireName = lessons[0]?.content.pages[0]?.avFilename
  expect(wireName).toMatch(/^tea\.Pouring-[0-9a-f]{8}\.mp4$/)
  expect(media[0]?.storedName).toBe(wireName?.replace('.mp4', '-orig.mp4'))
})

test('a page that is named like a sound or a film is refused', async () => {
  const page = '  - { id: a, type: video, avFilename: a.mp4 }\n  - { id: b, type: rich-text, avFilename: b.mp3 }'
  const media = { 'media/a.mp4': '<html>', 'media/b.mp3': '<script>' }
  expect(await mistakesOf({ 'lessons/01-water.yaml': lesson(page), ...media })).toEqual([
    'media/a.mp4:1:1 is not an mp4, whatever its name says',
    'media/b.mp3:1:1 is not an mp3, whatever its name says',
  ])
})
