import { parquetWriteBuffer } from 'hyparquet-writer';
import type { ParquetColumn } from '../../domain/exports/parquet-columns.ts';

/** Returns a whole Parquet file, compressed with Snappy. */
export function parquetFile(columns: readonly ParquetColumn[]): Uint8Array {
  const columnData = columns.map(({ name, type, data }) => ({ name, type, data: [...data], nullable: true }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
