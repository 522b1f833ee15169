import { useState } from 'react'
import { ApiError, NETWORK_FAILED } from '../../../../contract/calls/api-error.ts'
import { pathWith } from '../../../../contract/calls/client.ts'
import type { Endpoint } from '../../../../contract/calls/endpoint.ts'
import type { FileFormat } from '../../../../contract/organisation/reports/shared.ts'
import { freshToken } from '../../../api.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { saveAsDownloads, shareFiles } from '../../../lesson-files/share-file.ts'
import { type ActState, useAct } from '../../../queries/use-act.ts'

export type FileToSave = ActState & {
  /** The format that is being made. */
  busyFormat: FileFormat | undefined
  save(format: FileFormat): Promise<void>
}

/** What a call shows as a file, with the same filters: for the share sheet of a phone, or among the downloads. */
export function useFile({ path }: Pick<Endpoint, 'path'>, query: object, params: object = {}): FileToSave {
  const { language } = useLanguage()
  const { isBusy, error, make } = useAct()
  const [pressed, setPressed] = useState<FileFormat>()
  return {
    isBusy,
    error,
    busyFormat: isBusy ? pressed : undefined,
    async save(format) {
      if (!isBusy) setPressed(format)
      const words = new URLSearchParams({ ...query, format, reader: language })
      await make(async () => give(await load(`${pathWith(path, params)}?${words}`)))
    },
  }
}

async function load(url: string): Promise<File> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${await freshToken()}` } }).catch(() => {
    throw new ApiError(NETWORK_FAILED, { status: 0 })
  })
  if (!response.ok) {
    const { error } = await response.json().catch(() => ({}))
    const retryAfter = Number(response.headers.get('retry-after'))
    throw new ApiError(error?.code ?? 'internal', {
      status: response.status,
      ...(retryAfter > 0 ? { retryAfter } : {}),
    })
  }
  const [, name = 'report'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const content = await response.blob().catch(() => {
    throw new ApiError(NETWORK_FAILED, { status: 0 })
  })
  return new File([content], name, { type: content.type })
}

async function give(file: File): Promise<void> {
  const isPhone = matchMedia('(pointer: coarse)').matches && (navigator.canShare?.({ files: [file] }) ?? false)
  const outcome = isPhone ? await shareFiles([file]) : 'refused'
  if (outcome === 'refused') saveAsDownloads([file])
}
