declare module "@20minutes/s3rver" {
  /** A third-party S3 server that stores files on disk. Its only key is `S3RVER` with the secret `S3RVER`. */
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
