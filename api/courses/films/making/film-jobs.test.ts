import { expect, test } from 'vitest'
import { onEachDatabase } from '../../../testing.ts'
import { filmJobs, queueFilms, takeFilm } from './film-jobs.ts'

const MAKER = { id: 'this-process', machine: 'this-machine', pid: 1 }

onEachDatabase('Films whose sizes are to be made', start => {
  test('a film that ended its process five times is given up, and the one behind it is made', async () => {
    const { services, clock } = await start()
    const { db } = services
    const now = clock.now()
    await db.transaction().execute(trx => queueFilms(trx, ['hopeless', 'good'], now))
    const broken = { state: 'making', tries: 5, maker: 'ended-process', lease_until: now - 1 } as const
    await db.updateTable('film_jobs').set(broken).where('digest', '=', 'hopeless').execute()

    expect(await takeFilm(db, MAKER, now)).toMatchObject({ digest: 'good', tries: 1 })
    const jobs = await filmJobs(db, [{ digest: 'hopeless' }, { digest: 'good' }])
    expect(jobs.get('hopeless')).toMatchObject({ state: 'failed', why: 'the work on it broke off 5 times' })
    expect(jobs.get('good')).toMatchObject({ state: 'making', maker: MAKER.id })
  })
})
