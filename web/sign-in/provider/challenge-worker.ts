import { solutionOf } from './solve-challenge.ts'

// An empty reply means that it failed here.
addEventListener('message', async ({ data }) => {
  postMessage(await solutionOf(data).catch(() => ''))
})
