import { expect, test } from 'vitest'
import { partOfResponse } from './saved-media.ts'

const film = () => new Response(new Blob(['0123456789'], { type: 'video/mp4' }))

test.each([
  ['bytes=0-', '0123456789', 'bytes 0-9/10'],
  ['bytes=0-1', '01', 'bytes 0-1/10'],
  ['bytes=4-', '456789', 'bytes 4-9/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=-99', '0123456789', 'bytes 0-9/10'],
])('a player that asks for %s of a kept film gets it', async (header, text, range) => {
  const response = await partOfResponse(film(), header)
  expect(response.status).toBe(206)
  expect(response.headers.get('Content-Range')).toBe(range)
  expect(response.headers.get('Content-Length')).toBe(String(text.length))
  expect(response.headers.get('Content-Type')).toBe('video/mp4')
  expect(await response.text()).toBe(text)
})

test.each([null, 'bytes=0-1,3-4', 'bytes=-', 'lines=1-2'])('with %s it gets the whole film', async header => {
  const response = await partOfResponse(film(), header)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('0123456789')
})

test.each(['bytes=10-', 'bytes=7-3', 'bytes=-0'])('%s is beyond the film', async header => {
  const response = await partOfResponse(film(), header)
  expect(response.status).toBe(416)
  expect(response.headers.get('Content-Range')).toBe('bytes */10')
})
