import { expect, test } from 'vitest'
import { onEachDatabase, type TestServer } from '../../../testing.ts'
import { storeReportSettings } from '../days/report-settings.ts'
import { createReportThread, createSharedReportThread, type ReportThread } from './start-report-thread.ts'

onEachDatabase('The thread of the reports', start => {
  /** Makes a report, and returns its time zone, which is in the settings of this server. */
  async function zoneIn(thread: ReportThread, { services: { config, now } }: TestServer): Promise<string> {
    const report = { name: 'overview', query: {}, reach: 'everybody', now: now() } as const
    const { made } = await thread.make(config, report)
    return (made as { timeZone: string }).timeZone
  }

  async function startIn(timeZone: string): Promise<TestServer> {
    const server = await start()
    await storeReportSettings(server.services.db, { timeZone })
    return server
  }

  test('of one server ends with it, and begins again with the next report', async () => {
    const school = await startIn('Asia/Amman')
    const thread = createReportThread()
    for (let times = 0; times < 2; times++) {
      expect(await zoneIn(thread, school)).toBe('Asia/Amman')
      await thread.close(school.services.config)
    }
  })

  test('of several servers makes the reports of each, also after one of them has ended', async () => {
    const [school, camp] = [await startIn('Asia/Amman'), await startIn('Africa/Cairo')]
    const thread = createSharedReportThread()
    expect([await zoneIn(thread, school), await zoneIn(thread, camp)]).toEqual(['Asia/Amman', 'Africa/Cairo'])
    await thread.close(school.services.config)
    expect(await zoneIn(thread, camp)).toBe('Africa/Cairo')
    await thread.close(camp.services.config)
  })
})
