import { solutionOf } from './solve-challenge.ts'

// An empty answer says that it did not work here.
addEventListener('message', async ({ data }) => {
  postMessage(await solutionOf(data).catch(() => ''))
})
