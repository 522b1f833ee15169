import { solutionOf } from './solve-challenge.ts'

// An empty reply means that the worker failed.
addEventListener('message', async ({ data }) => {
  postMessage(await solutionOf(data).catch(() => ''))
})
