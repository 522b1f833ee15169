import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { type Course, listCourses } from '../../../../contract/courses.ts'
import { checkDraft } from '../../../../contract/organisation/checking/findings.ts'
import { compareCourse, getDraftZip } from '../../../../contract/organisation/course-files.ts'
import { listVersions, publishCourse, rollBackCourse } from '../../../../contract/organisation/course-versions.ts'
import { createCourse } from '../../../../contract/organisation/courses.ts'
import { settleConflict } from '../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../contract/organisation/edits.ts'
import { type UploadedFile, uploadPicture } from '../../../../contract/organisation/media/author-files.ts'
import { setRoles } from '../../../../contract/organisation/team.ts'
import { filesIn } from '../../../account/personal-data/testing-zip.ts'
import { hostileSvg } from '../../../courses/reading/cleaning/hostile.ts'
import { DANGER } from '../../../courses/reading/cleaning/testing-harmless.ts'
import { onEachDatabase, onSqlite, type Start, type TestServer } from '../../../testing.ts'
import type { Person } from '../../../testing-people.ts'
import { atDesk, startWithAuthors, upload } from '../testing.ts'
import { filesOfKind } from './testing-author-files.ts'
import { drawn, withExif } from './testing-pictures.ts'

const ARABIC = /\p{Script=Arabic}/u
const HELD_SIDEWAYS = 6
const { send, bring, refusal } = filesOfKind({
  path: uploadPicture.path,
  contentType: 'image/jpeg',
  query: { use: 'icon' },
})
const CUP =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16z" stroke="currentColor"/></svg>'

async function startWithTea(start: Start) {
  const cast = await startWithAuthors(start)
  const { id } = (await cast.omar.call(createCourse, { body: { title: 'الشاي', language: 'ar' } })).data
  const desk = atDesk(cast.omar, id)
  const { lessons } = await desk.look()
  const page = ['lessons', lessons[0]?.key ?? '', 'pages', 'start', 'textContent']
  await desk.write(
    { op: 'set', path: page, from: '', to: 'ماء' },
    { op: 'set', path: ['course', 'description'], from: '', to: 'كوب شاي' },
  )
  return { ...cast, id, desk }
}

onSqlite('A file for the icon of a course', start => {
  test('a photo becomes an upright square of 192 pixels, and says no longer where it was taken', async () => {
    const { server, omar, id } = await startWithTea(start)
    const photo = withExif(drawn('testsrc=size=1200x800', 'jpg'), HELD_SIDEWAYS, 'Amman, 31.9539 N')
    const brought = await bring(server, omar, photo, { id })
    await name(omar, id, 'icon-1.webp', brought)
    const bytes = (await filesIn(await zipOf(omar, id)))['icon-1.webp'] as Buffer
    expect(imageSize(bytes)).toMatchObject({ type: 'webp', width: 192, height: 192 })
    expect(bytes.toString('latin1')).not.toMatch(/Amman|Exif|EXIF/)
    expect(brought.bytes).toBeLessThan(20_000)
    // A picture that is small and square already stays as it is.
    expect(await bring(server, omar, bytes, { id })).toEqual(brought)
  })

  test('a drawing of more than 20 kB, and one with a declaration, are refused in the language of the author', async () => {
    const { server, omar, id } = await startWithTea(start)
    const large = CUP.replace('<path', `<path class="${'a'.repeat(20_000)}"`)
    expect(await refusal(server, omar, large, { id, language: 'ar' })).toMatch(ARABIC)
    expect(await refusal(server, omar, large, { id })).toBe('is larger than 20 kB')
    const declared = `<!DOCTYPE svg [<!ENTITY a "b">]>${CUP}`
    expect(await refusal(server, omar, declared, { id })).toContain('is not allowed')
  })

  test('learners get the drawing without what could run, and no hostile drawing reaches them', async () => {
    const { server, omar, id } = await startWithTea(start)
    const noura = await server.signIn('+971501234567')
    const telling = CUP.replace('<path', '<script>alert(1)</script><path onclick="alert(2)"')
    await name(omar, id, 'icon-1.svg', await bring(server, omar, telling, { id }))
    await publish(omar, id)
    const { svg } = await courseOf(server, noura, id)
    expect(svg).toContain('<path d="M4 4h16v16z"')
    expect(svg).not.toMatch(/script|onclick|alert/)
    const counts = { refused: 0, published: 0 }
    // Only some attacks of each kind are sent. The rules that clean a drawing are tested with all of them.
    for (const [index, hostile] of hostileSvg.filter((_, at) => at % 8 === 0).entries()) {
      const reply = await send(server, omar, hostile, { id })
      if (reply.status === 422) {
        counts.refused++
        continue
      }
      await name(omar, id, `hostile-${index}.svg`, (await reply.json()).data)
      if ((await mistakes(omar, id)).length > 0) continue
      await publish(omar, id)
      counts.published++
      expect((await courseOf(server, noura, id)).svg).not.toMatch(DANGER)
    }
    expect(counts.refused).toBeGreaterThan(0)
    expect(counts.published).toBeGreaterThan(0)
  })
})

onEachDatabase('The icon of a course', start => {
  test('it goes through publishing, comparing, a zip and back, and returns with an older version', async () => {
    const { server, omar, id } = await startWithTea(start)
    const noura = await server.signIn('+971501234567')
    const params = { id }
    await publish(omar, id)
    expect(await courseOf(server, noura, id)).toMatchObject({ svg: '', image: '' })
    const photo = await bring(server, omar, drawn('testsrc=size=300x300', 'png'), { id })
    await name(omar, id, 'icon-1.webp', photo)
    await publish(omar, id)
    const { image } = await courseOf(server, noura, id)
    expect(image).toMatch(/\.icon-1-[0-9a-f]{8}\.webp$/)
    expect((await fetch(`${server.origin}/media/${image}`)).status).toBe(200)
    const { data } = await omar.call(compareCourse, { params, query: { a: '1', b: '2' } })
    expect(data.differences).toMatchObject([{ what: 'course', fields: [{ path: ['icon'], after: 'icon-1.webp' }] }])
    expect(data.files).toEqual([
      { name: 'icon-1.webp', before: null, after: { digest: photo.digest, bytes: photo.bytes } },
    ])

    expect(await upload(server, omar, await zipOf(omar, id))).toMatchObject({ isSame: true, findings: [] })

    await name(omar, id, undefined)
    await publish(omar, id)
    expect(await courseOf(server, noura, id)).toMatchObject({ svg: '', image: '' })
    expect(Object.keys(await filesIn(await zipOf(omar, id)))).not.toContain('icon-1.webp')
    await omar.call(rollBackCourse, { params, body: { to: 2, version: 3 } })
    expect((await courseOf(server, noura, id)).image).toBe(image)
  })

  test('two authors choose one at the same time: both are kept, and one press takes the other', async () => {
    const { server, reem, omar, id } = await startWithTea(start)
    const huda = await server.signIn('+971507777777')
    await reem.call(setRoles, { params: { uid: huda.uid }, body: { roles: ['author'] } })
    const [omars, hudas] = [atDesk(omar, id), atDesk(huda, id)]
    await Promise.all([omars.look(), hudas.look()])
    const drawing = await bring(server, omar, CUP, { id })
    const photo = await bring(server, huda, drawn('testsrc=size=300x300', 'png'), { id })
    const set = (file: string): Change => ({ op: 'set', path: ['course', 'icon'], to: file })
    await omars.write({ op: 'file', name: 'icon-1.svg', to: drawing.digest }, set('icon-1.svg'))
    const { results } = await hudas.write({ op: 'file', name: 'icon-2.webp', to: photo.digest }, set('icon-2.webp'))
    expect(results).toMatchObject([{ outcome: 'done' }, { outcome: 'conflict' }])
    const { conflicts, course, files } = await omars.look()
    expect(course.icon).toBe('icon-1.svg')
    expect(files.map(file => file.name)).toEqual(['icon-1.svg', 'icon-2.webp'])
    const [conflict] = conflicts
    await omar.call(settleConflict, { params: { id, conflictId: conflict?.id ?? '' }, body: { keep: 'other' } })
    expect((await omars.look()).course.icon).toBe('icon-2.webp')
    await publish(omar, id)
    const noura = await server.signIn('+971501234567')
    expect((await courseOf(server, noura, id)).image).toMatch(/\.icon-2-/)
    // The published course does not have the icon that was not chosen.
    expect((await omar.call(listVersions, { params: { id } })).data).toHaveLength(1)
    expect(await upload(server, omar, await zipOf(omar, id))).toMatchObject({ isSame: true })
  })
})

/** Sets another icon, as the editor does. Undefined removes the icon. */
async function name(author: Person, id: string, file: string | undefined, brought?: UploadedFile): Promise<void> {
  const desk = atDesk(author, id)
  const before = (await desk.look()).course.icon
  const changes: Change[] = [{ op: 'set', path: ['course', 'icon'], from: before, to: file }]
  if (file && brought) changes.unshift({ op: 'file', name: file, to: brought.digest })
  if (typeof before === 'string') changes.push({ op: 'file', name: before, to: null })
  const { results } = await desk.write(...changes)
  expect(results.map(({ outcome }) => outcome)).toEqual(changes.map(() => 'done'))
}

async function mistakes(author: Person, id: string) {
  const { findings } = (await author.call(checkDraft, { params: { id }, query: {} })).data
  return findings.filter(({ isMistake }) => isMistake)
}

async function publish(author: Person, id: string): Promise<void> {
  const { revision } = await atDesk(author, id).look()
  const [newest] = (await author.call(listVersions, { params: { id } })).data
  const body = { to: 'everybody', revision, version: newest?.number ?? null } as const
  await author.call(publishCourse, { params: { id }, body })
}

async function courseOf({ services }: TestServer, learner: Person, id: string): Promise<Course> {
  await services.catalogue.refresh()
  const course = (await learner.call(listCourses, { query: {} })).data.find(one => one.id === id)
  if (!course) throw new Error('The course is not on the list')
  return course
}

async function zipOf(author: Person, id: string): Promise<Buffer> {
  const zip = (await author.call(getDraftZip, { params: { id } })) as Blob
  return Buffer.from(await zip.arrayBuffer())
}
