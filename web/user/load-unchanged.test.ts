import { expect, test } from 'vitest'
import { QueryClient } from '../queries/query-client.ts'
import { loadUnchanged } from './load-unchanged.ts'

/** A phone on which Noura finishes a page during some calls. The reply to such a call does not contain the page. */
function aPhone({ finishesAt }: { finishesAt: (call: number) => boolean }) {
  const client = new QueryClient()
  const queryKey = ['user', 'noura']
  client.setQueryData(queryKey, 0)
  const done = { pages: 0, calls: 0 }
  const load = async () => {
    done.calls += 1
    const reply = done.pages
    if (finishesAt(done.calls)) client.setQueryData(queryKey, ++done.pages)
    return reply
  }
  const changes = () => client.getQueryState(queryKey)?.dataUpdateCount
  return { client, queryKey, done, load, changes }
}

test('a reply does not undo a page that Noura finished during the call', async () => {
  const { client, queryKey, done, load, changes } = aPhone({ finishesAt: call => call === 1 })
  await client.fetchQuery({ queryKey, queryFn: () => loadUnchanged(load, changes), staleTime: 0 })
  expect(client.getQueryData(queryKey)).toBe(1)
  expect(done.calls).toBe(2)
})

test('a page at each call does not keep the screen waiting', async () => {
  const { done, load, changes } = aPhone({ finishesAt: () => true })
  expect(await loadUnchanged(load, changes)).toBe(2)
  expect(done.calls).toBe(3)
})
