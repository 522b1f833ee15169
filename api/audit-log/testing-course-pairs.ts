import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importAsDraft } from '../../contract/organisation/course-files.ts'
import * as versions from '../../contract/organisation/course-versions.ts'
import { createCourse } from '../../contract/organisation/courses.ts'
import { discardDraft } from '../../contract/organisation/drafts.ts'
import { endPhoneLinks, makePhoneLink } from '../../contract/organisation/on-phone/phone-links.ts'
import { changeOrgSettings, getOrgSettings } from '../../contract/organisation/settings.ts'
import { chooseSister } from '../../contract/organisation/sister/sister.ts'
import { setRoles } from '../../contract/organisation/team.ts'
import * as drafts from '../commands/courses/drafts.ts'
import { exportCourseCommand } from '../commands/courses/export-course.ts'
import { orderCoursesCommand } from '../commands/courses/order-courses.ts'
import { pairCoursesCommand } from '../commands/courses/pair-courses.ts'
import * as courses from '../commands/courses/withdraw-course.ts'
import { atDesk } from '../organisation/courses/testing.ts'
import { download, type Pair, type World } from './testing-world.ts'

/** Acts on courses. The order matters: many need what an earlier one has changed. */
export const COURSE_PAIRS: Pair[] = [
  {
    action: 'course-published',
    button: publishTea,
    command: courses.publishCourseCommand,
    words: async ({ reem }) => {
      await atDesk(reem, 'tea').write({ op: 'set', path: ['course', 'title'], from: 'Tea', to: 'Green tea' })
      return ['tea', '--draft']
    },
  },
  {
    action: 'course-withdrawn',
    button: ({ reem }) => reem.call(versions.withdrawCourse, { params: { id: 'tea' }, body: {} }),
    command: courses.withdrawCourseCommand,
    words: () => ['tea'],
  },
  {
    action: 'course-rolled-back',
    button: ({ reem }) =>
      reem.call(versions.rollBackCourse, { params: { id: 'tea' }, body: { to: 1, version: 3, reason: '' } }),
    command: courses.rollBackCourseCommand,
    words: () => ['tea', '2'],
  },
  {
    action: 'courses-ordered',
    button: ({ reem }) => reem.call(versions.orderCourses, { body: { ids: ['tea', 'first-steps-en'] } }),
    command: orderCoursesCommand,
    words: () => ['first-steps-en', 'tea'],
  },
  {
    action: 'courses-paired',
    button: async world => {
      const params = { id: await beginArabicCourse(world) }
      return world.reem.call(chooseSister, { params, body: { sister: 'tea' } })
    },
    command: pairCoursesCommand,
    words: async world => [await beginArabicCourse(world), 'tea'],
  },
  {
    action: 'course-exported',
    button: world => download(world, '/org/v1/courses/tea/versions/1/zip'),
    command: exportCourseCommand,
    words: ({ folder }) => ['tea', join(folder, 'tea.zip')],
  },
  {
    action: 'course-deleted',
    button: async world =>
      world.reem.call(versions.deleteCourse, { params: { id: await beginCourse(world) }, body: { title: 'Sleep' } }),
    command: courses.deleteCourseCommand,
    words: async world => [await beginCourse(world), '--title', 'Sleep'],
  },
  {
    action: 'course-created',
    button: beginCourse,
    command: drafts.createCourseCommand,
    words: () => ['--title', 'Sleep', '--language', 'en', '--copy-of', 'tea'],
  },
  {
    action: 'draft-imported',
    button: async world =>
      world.reem.call(importAsDraft, { params: { importId: await uploadCourse(world) }, body: { asNew: true } }),
    command: drafts.importDraftCommand,
    words: ({ folder }) => {
      writeFileSync(join(folder, 'water.md'), MARKDOWN)
      return [join(folder, 'water.md'), '--as-new']
    },
  },
  {
    action: 'draft-discarded',
    button: async world => {
      const params = { id: await beginCourse(world) }
      const { revision } = await atDesk(world.reem, params.id).look()
      return world.reem.call(discardDraft, { params, body: { revision } })
    },
    command: drafts.discardDraftCommand,
    words: async world => [await beginCourse(world), '--title', 'Sleep'],
  },
  {
    action: 'draft-shown',
    button: ({ reem }) => reem.call(makePhoneLink, TEA),
    command: drafts.showDraftCommand,
    words: () => ['tea'],
  },
  {
    action: 'draft-hidden',
    button: ({ reem }) => reem.call(endPhoneLinks, TEA),
    command: drafts.hideDraftCommand,
    words: async ({ reem }) => {
      await reem.call(makePhoneLink, TEA)
      return ['tea']
    },
  },
  {
    action: 'course-publish-returned',
    button: async world => {
      await askToPublish(world)
      return world.reem.call(versions.sendBackRequest, { ...TEA, body: { why: 'A picture is missing' } })
    },
    command: drafts.sendBackDraftCommand,
    words: async world => {
      await askToPublish(world)
      return ['tea', '--why', 'A picture is missing']
    },
  },
]

const TEA = { params: { id: 'tea' } }
const MARKDOWN = '# Water\n\nWater that has boiled twice makes a flat tea.\n'

async function publishTea({ reem }: World) {
  await atDesk(reem, 'tea').write({ op: 'set', path: ['course', 'title'], from: 'A cup of tea', to: 'Tea' })
  const { revision } = await atDesk(reem, 'tea').look()
  return reem.call(versions.publishCourse, { params: { id: 'tea' }, body: { to: 'everybody', revision, version: 1 } })
}

async function beginCourse({ reem }: World): Promise<string> {
  return (await reem.call(createCourse, { body: { title: 'Sleep', language: 'en' } })).data.id
}

async function beginArabicCourse({ reem }: World): Promise<string> {
  return (await reem.call(createCourse, { body: { title: 'الشاي', language: 'ar' } })).data.id
}

async function uploadCourse({ server, reem }: World): Promise<string> {
  const response = await fetch(`${server.origin}/org/v1/imports?name=water.md`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reem.idToken}`, 'content-type': 'application/octet-stream' },
    body: MARKDOWN,
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}

/** Omar asks a second person to publish what he wrote. */
async function askToPublish({ reem, omar }: World): Promise<void> {
  const { secondPublisher } = (await reem.call(getOrgSettings, {})).data.values
  const on = { name: 'secondPublisher', from: secondPublisher, to: true } as const
  await reem.call(changeOrgSettings, { body: { changes: [on] } })
  await reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['author'] } })
  const { revision } = await atDesk(omar, 'tea').look()
  const [newest] = (await omar.call(versions.listVersions, TEA)).data
  const body = { to: 'everybody', revision, version: newest?.number ?? null } as const
  await omar.call(versions.publishCourse, { ...TEA, body })
}
