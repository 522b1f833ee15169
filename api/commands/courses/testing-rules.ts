import { pngHead } from '../../courses/testing.ts'
import { type Broken, brokenLessons, type Rule, texts, warnedLessons } from './testing-broken-lessons.ts'

const course = (fields: string) => `id: tea\nlanguage: en\ntitle: Tea\ndescription: Tea\n${fields}`
const drawing = (start: string) => `${start}<svg viewBox="0 0 24 24"><path d="M4 4h16v16z"/></svg>`
const sameLesson = `id: same\ntitle: Water\npages:\n  - ${texts('Hi')}\n`

/** A lesson of another course, which the test imports first. */
export const FOREIGN_LESSON = 'coffee-beans'

/** Together they break every rule that is not in `elsewhere`. The last course has only warnings. */
export const brokenCourses: readonly Broken[] = [
  {
    files: {
      ...Object.assign({}, ...brokenLessons.map(({ files }) => files)),
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
      ...brokenLessons.flatMap(({ rows }) => rows),
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
      ...warnedLessons.files,
      'course.yaml': course('').replace('description: Tea', 'description: " "'),
      'media/wide.png': pngHead(4000, 3000),
    },
    rows: [...warnedLessons.rows, ['noDescription', 'course.yaml'], ['largePicture', 'media/wide.png']],
  },
]

/** Rules that cannot be broken in all of the three places, under the names of the tests that break them. */
export const elsewhere: Readonly<Record<string, readonly Rule[]>> = {
  // A zip has no links, and the import page refuses a zip whose text files are not UTF-8.
  'api/courses/course-files.test.ts, api/courses/reading/yaml/strict-yaml.test.ts': [
    'notPlainFile',
    'notPlainFolder',
    'notUtf8',
  ],
  // ffmpeg finds these mistakes in a film. The editor shows them beside the film; the command prints them while it
  // makes the sizes.
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
  // The import page takes a text without any form, because an author looks through it.
  'api/commands/courses/course-versions.test.ts': ['file-onlyText'],
  // A file that is no course folder at all.
  'api/organisation/courses/files.test.ts, api/organisation/courses/other-programs.test.ts': [
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
    'zip-textsLarge',
    'zip-twice',
    'zip-textLarge',
    'zip-many',
    'file-noText',
    'zip-notText',
    'zip-empty',
    'file-doctype',
    'file-slow',
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
