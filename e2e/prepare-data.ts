import { rmSync } from 'node:fs'
import { Server } from './server.ts'

/** Imports the demo courses once: each server of this run begins with a copy of this data. */
export default async function prepareData(): Promise<() => void> {
  const server = new Server()
  await server.start()
  await server.stop()
  process.env.PREPARED_DATA = server.dataDir
  return () => rmSync(server.dataDir, { recursive: true, force: true })
}
