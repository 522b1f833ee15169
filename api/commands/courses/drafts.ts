import { open } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import * as v from 'valibot'
import { Language, languageCodes } from '../../../contract/languages.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { authorsOf } from '../../courses/drafts/authors.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import { draftLock, writtenCourse } from '../../courses/drafts/draft-store.ts'
import { revisionOf } from '../../courses/drafts/edit-log.ts'
import { openOriginals } from '../../courses/files/originals.ts'
import { CATALOGUE_LOCK } from '../../courses/replace-course.ts'
import { sampleContent } from '../../courses/samples.ts'
import { createCourse, discard } from '../../organisation/courses/course-acts.ts'
import { courseOfImport, importAsDraft } from '../../organisation/courses/import-as-draft.ts'
import { receiveCourse } from '../../organisation/courses/imports.ts'
import { endLinks, makeLink, phoneLinkToken } from '../../organisation/courses/on-phone/phone-links.ts'
import { openRequests, sendBack } from '../../organisation/courses/publish/publish-requests.ts'
import { openSecrets } from '../../secrets/secrets.ts'
import { type Command, option, orMissing } from '../command.ts'
import { actOnCourse, courseNamed, withCourseDeps } from './named-course.ts'

export const createCourseCommand: Command = {
  usage: '--title … --language ar|en [--copy-of <id> | --sample <id>]',
  summary: 'Begins a course as a draft, empty or as a copy; authors write it in the app',
  async run({ db, config, words, print }) {
    const title = option(words, 'title')?.trim()
    const language = option(words, 'language')
    if (!title || !v.is(Language, language))
      throw new Error(`Say its title and its language (${languageCodes}): create-course --title "Tea" --language en`)
    const [copyOf, sample] = [option(words, 'copy-of'), option(words, 'sample')]
    const content = sample === undefined ? undefined : await sampleContent(sample, await openOriginals(config))
    if (sample !== undefined && !content) throw new Error(`No course ${sample} comes with the app`)
    const wanted = { title, language, copyOf, sample }
    const { id } = await courseNamed(copyOf ?? '', () =>
      actByCommand(db, [CATALOGUE_LOCK], (trx, now) => createCourse(trx, { ...wanted, ofSample: content }, now)),
    )
    print(`${id} is begun: ${config.publicUrl}/org/courses/${id}/edit`)
  },
}

export const discardDraftCommand: Command = {
  usage: '<id> --title …',
  summary: 'Throws away what was written in the app since the last version of a course',
  async run({ db, words, print }) {
    const [id] = words
    await actOnCourse(db, id, 'discard-draft', async (trx, course, now) => {
      const { draft, texts } = await writtenCourse(trx, course)
      const { title = course } = new DraftCourse(texts)
      if (option(words, 'title')?.trim() !== title)
        throw new Error(`Say its title once more, as a check: discard-draft ${course} --title "${title}"`)
      return discard(trx, { id: course, revision: await revisionOf(trx, course, draft), uid: null }, now)
    })
    print(`The draft of ${id} is thrown away.`)
  },
}

export const importDraftCommand: Command = {
  usage: '<file> [--as-new] [--replace]',
  summary:
    'Brings a course in as a draft, from a zip, H5P, Moodle, Markdown or Word; --replace throws the present draft away',
  async run(operator) {
    const { db, config, words, print } = operator
    const [file] = words.filter(word => !word.startsWith('--'))
    if (!file) throw new Error('Name the file: npm run admin -- import-draft tea-en.zip')
    // No author looks through what the file becomes, as on the import page.
    const source = { language: 'en', name: basename(file), needsForm: true } as const
    await withCourseDeps(operator, async deps => {
      const content = (await open(resolve(file))).createReadStream()
      const found = await courseNamed(file, () => receiveCourse(deps, content, source, Date.now()))
      for (const { file, line, message } of found.findings) print(`${file}:${line}: ${message}`)
      for (const name of found.leftOut?.names ?? []) print(`${name}: is no part of the course, and is left out`)
      const taking = {
        ...{ importId: found.id, uid: null },
        asNew: words.includes('--as-new'),
        replaces: words.includes('--replace'),
      }
      const locks = [CATALOGUE_LOCK, draftLock(await courseOfImport(deps, found.id))]
      const { courseId } = await courseNamed(file, () =>
        actByCommand(db, locks, (trx, now) => importAsDraft(trx, taking, now)),
      )
      print(`${courseId} has a draft now: ${config.publicUrl}/org/courses/${courseId}/edit`)
    })
  },
}

export const showDraftCommand: Command = {
  usage: '<id>',
  summary: 'Prints a link that shows a draft on any phone for an hour, without signing in',
  async run({ db, config, words: [id], print }) {
    const { invitations: key } = openSecrets(config)
    const link = await actOnCourse(db, id, 'show-draft', (trx, course, now) => makeLink(trx, course, key, now))
    print(`${config.publicUrl}/draft#${phoneLinkToken(link, key)}`)
    print(`To end it sooner: npm run admin -- hide-draft ${id}`)
  },
}

export const hideDraftCommand: Command = {
  usage: '<id>',
  summary: 'Ends the links that show the draft of a course on a phone',
  async run({ db, words: [id], print }) {
    await actOnCourse(db, id, 'hide-draft', async (trx, course) => {
      // Throws if there is no such course.
      await writtenCourse(trx, course)
      return endLinks(trx, course)
    })
    print(`No link shows the draft of ${id} any more.`)
  },
}

export const listRequestsCommand: Command = {
  usage: '',
  summary: 'Lists the drafts whose authors ask a second person to publish them',
  async run({ db, print }) {
    const requests = await openRequests(db)
    if (requests.length === 0) print('No author asks for a second person.')
    const authors = await authorsOf(db)
    for (const { course_id, author_id, audience, asked_at, reason } of requests) {
      const by = authors.get(author_id)?.name
      const parts = [course_id, `for ${audience}`, by, new Date(asked_at).toISOString(), reason]
      print(parts.filter(Boolean).join('  '))
    }
    if (requests.length > 0)
      print('To answer: npm run admin -- publish-course <id> --draft, or send-back-draft <id> --why …')
  },
}

export const sendBackDraftCommand: Command = {
  usage: '<id> --why …',
  summary: 'Refuses to publish a draft for now, and tells its author what to change first',
  async run({ db, words, print }) {
    const [id] = words
    const why = option(words, 'why')?.trim()
    if (!why) throw new Error('Say why: npm run admin -- send-back-draft tea --why "The second picture is missing"')
    const lacks = 'No author asks to publish it. To see who asks: npm run admin -- list-requests'
    await actOnCourse(db, id, 'send-back-draft', (trx, course, now) =>
      orMissing(lacks, () => sendBack(trx, course, { uid: null, why }, now)),
    )
    print(`The author of ${id} reads why.`)
  },
}
