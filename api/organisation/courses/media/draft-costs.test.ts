import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getDraft } from '../../../../contract/organisation/drafts.ts'
import { getDraftCosts } from '../../../../contract/organisation/media/author-files.ts'
import { courseFolder } from '../../../courses/testing.ts'
import { onEachDatabase } from '../../../testing.ts'
import { atDesk, startWithAuthors } from '../testing.ts'

const params = { id: 'tea' }

onEachDatabase('What a draft costs a learner', start => {
  test('a film costs what its author brought until its sizes are made, then what a phone loads of it', async () => {
    const { server, omar } = await startWithAuthors(start)
    const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(5000)])
    await server.importCourse(courseFolder({ 'media/pour.mp4': film }))
    const before = (await omar.call(getDraftCosts, { params, query: {} })).data
    expect(before).toEqual({ films: [{ name: 'media/pour.mp4', usual: 5012, saving: 5012 }], text: 0 })
    const digest = (await omar.call(getDraft, { params })).data.files.find(({ name }) => name.endsWith('.mp4'))?.digest
    const stem = join(server.services.config.mediaDir, `tea.pour-${digest?.slice(0, 8)}`)
    for (const [version, bytes] of [
      ['480.mp4', 900],
      ['320.mp4', 400],
      ['poster.jpg', 50],
    ] as const)
      writeFileSync(`${stem}-${version}`, Buffer.alloc(bytes))
    const { films } = (await omar.call(getDraftCosts, { params, query: {} })).data
    expect(films).toEqual([{ name: 'media/pour.mp4', usual: 950, saving: 450 }])
  })

  test('the text of a lesson costs about what learners load of it, and more when more is written', async () => {
    const { server, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    const query = { lesson: 'tea-water' }
    const { text } = (await omar.call(getDraftCosts, { params, query })).data
    expect(text).toBeGreaterThan(80)
    expect(text).toBeLessThan(400)
    const desk = atDesk(omar, 'tea')
    await desk.look()
    const words = Array.from({ length: 300 }, (_, index) => `word${(index * 7919) % 1000}`).join(' ')
    const path = ['lessons', 'tea-water', 'pages', 'why', 'textContent']
    await desk.write({ op: 'set', path, from: 'Why fresh?', to: words })
    expect((await omar.call(getDraftCosts, { params, query })).data.text).toBeGreaterThan(text + 300)
    const noura = await server.signIn('+971501234567')
    await expect(noura.call(getDraftCosts, { params, query })).rejects.toMatchObject({ code: 'forbidden' })
  })
})
