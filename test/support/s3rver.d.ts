declare module "@20minutes/s3rver" {
  /** An S3 server on files, of other people's making. It knows one key: `S3RVER`, secret `S3RVER`. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
