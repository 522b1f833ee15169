import { useState } from 'react'
import { pathWith } from '../../../../contract/calls/client.ts'
import type { Endpoint } from '../../../../contract/calls/endpoint.ts'
import type { FileFormat } from '../../../../contract/organisation/reports/file-formats.ts'
import { fetchWithToken } from '../../../fetch-with-token.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { saveAsDownloads, shareFiles } from '../../../lesson-files/share-file.ts'
import { type ActState, useAct } from '../../../queries/use-act.ts'

export type FileToSave = ActState & {
  /** The format that is being made. */
  busyFormat: FileFormat | undefined
  save(format: FileFormat): Promise<void>
}

/** Saves the data of a call as a file, with the same filters: by the share sheet of a phone, or as a download. */
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
      await make(async () => give(await fetchWithToken(`${pathWith(path, params)}?${words}`)))
    },
  }
}

async function give(file: File): Promise<void> {
  const isPhone = matchMedia('(pointer: coarse)').matches && (navigator.canShare?.({ files: [file] }) ?? false)
  const outcome = isPhone ? await shareFiles([file]) : 'refused'
  if (outcome === 'refused') saveAsDownloads([file])
}
