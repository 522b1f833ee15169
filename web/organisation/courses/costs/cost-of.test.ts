import { expect, test } from 'vitest'
import { costOf } from './cost-of.ts'

const files = ['media/pour.mp4', 'media/kettle.webp', 'media/pour.vtt', 'media/alone.webp', 'icon.svg'].map(name => ({
  name,
}))
const bytes: Record<string, number> = { 'kettle.webp': 60_000, 'alone.webp': 9_000_000, 'pour.vtt': 900 }
const bytesOf = (name: string) => bytes[name] ?? 0
const costs = { films: [{ name: 'media/pour.mp4', usual: 3_000_000, saving: 1_000_000 }], text: 0 }
const film = { fields: { avFilename: 'pour.mp4', captions: 'pour.vtt' } }
const picture = { fields: { textContent: 'Look:\n\n![A kettle](kettle.webp)' } }

test('a page costs its own files; the data saver saves at the film', () => {
  expect(costOf(files, [film], bytesOf, costs)).toEqual({ usual: 3_000_000, saving: 1_000_000 })
  expect(costOf(files, [picture], bytesOf, costs)).toEqual({ usual: 60_000, saving: 60_000 })
})

test('a lesson costs each of its files once, and its text', () => {
  const whole = costOf(files, [film, picture, picture], bytesOf, { ...costs, text: 5000 })
  expect(whole).toEqual({ usual: 3_065_000, saving: 1_065_000 })
})

test('a page costs nothing for a file whose name is only a part of the one it shows', () => {
  const both = [{ name: 'media/kettle.webp' }, { name: 'media/my-kettle.webp' }]
  const mine = { fields: { textContent: '![A kettle](my-kettle.webp), not kettle.webp' } }
  expect(costOf(both, [mine], () => 10, { films: [], text: 0 }).usual).toBe(10)
})
