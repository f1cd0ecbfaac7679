/** Stands in the bundle for other clients that the PostgreSQL client can use where they are installed. */
export default undefined;
