import { parentPort, workerData } from 'node:worker_threads'
import { type ListFile, readRows } from './read-rows.ts'

parentPort?.postMessage(readRows(workerData as ListFile))
